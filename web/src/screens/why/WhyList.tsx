import { type Cents, sum } from "@coffer/domain/money";
import type { ReactNode } from "react";
import { useMoney } from "../../shell/money.ts";
import { Amount } from "../../ui/display/Amount.tsx";

export type ListedRow = {
  key: string | number;
  lead?: ReactNode;
  name: ReactNode;
  note?: string;
  amount: Cents;
  action?: ReactNode;
};

/** Rows and their sum, which is the number in question to the cent. */
export function WhyList({ rows, none = "Nothing is in it yet." }: { rows: ListedRow[]; none?: string }) {
  const { money } = useMoney();
  if (rows.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="why-rows" aria-label="Rows">
      {rows.map(({ key, lead, name, note, amount, action }) => (
        <li key={key}>
          {lead}
          <div className="why-what">
            <p>{name}</p>
            {note && <p className="muted">{note}</p>}
          </div>
          <Amount text={money(amount)} />
          {action}
        </li>
      ))}
      <li className="why-total">
        <p className="why-what">Sum</p>
        <Amount text={money(sum(rows.map(({ amount }) => amount)))} />
      </li>
    </ul>
  );
}
