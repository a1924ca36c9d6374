import type { Debt } from "@coffer/domain/share/balance";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { balances } from "../api/figures.ts";
import { useMoney } from "../format/money.ts";
import { lazyPart } from "../loading/lazy.tsx";
import { useOpenLedger } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Card } from "../ui/display/Card.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { useMembers } from "./use-members.ts";
import "./Balance.css";

const SettleDialog = lazyPart(() => import("./SettleDialog.tsx"), "SettleDialog");

export function Balance() {
  const { ledgerId, can } = useOpenLedger();
  const { members, hasOthers, nameOf } = useMembers();
  const { money } = useMoney();
  const { data: debts } = useQuery({ ...balances(ledgerId), enabled: hasOthers, meta: {} });
  const [settled, setSettled] = useState<Debt | null>(null);
  const [one, other] = members;
  if (!debts || (debts.length === 0 && !other)) return null;
  return (
    <Card title="Who owes whom">
      <div className="balance">
        {debts.length === 0 && one && other && (
          <p>
            Nobody owes anything:{" "}
            <WhyLink
              of="Balance"
              why={`owed-${one.id}_${other.id}`}
              text={members.map(({ id }) => nameOf(id)).join(" and ")}
            />{" "}
            are even.
          </p>
        )}
        {debts.map((debt) => (
          <p key={`${debt.from} ${debt.to}`}>
            <span>
              {nameOf(debt.from)} owes {nameOf(debt.to)}{" "}
              <WhyLink
                of={`${nameOf(debt.from)} owes ${nameOf(debt.to)}`}
                why={`owed-${debt.from}_${debt.to}`}
                text={money(debt.amount)}
              />
            </span>
            {can("transactions") && (
              <Button size="small" onClick={() => setSettled(debt)}>
                Settle up
              </Button>
            )}
          </p>
        ))}
        <Suspense>{settled && <SettleDialog debt={settled} onClose={() => setSettled(null)} />}</Suspense>
      </div>
    </Card>
  );
}
