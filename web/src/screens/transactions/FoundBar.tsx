import { pluralize } from "@coffer/domain/text/plural";
import type { Totals } from "@coffer/domain/transaction/search";
import { Fragment } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";

type Props = {
  total: Totals;
  /** Undefined without the permission. */
  onSelect: (() => void) | undefined;
};

const SUMS = [
  { type: "income", why: "found-income", way: "in" },
  { type: "expense", why: "found-expense", way: "out" },
] as const;

export function FoundBar({ total, onSelect }: Props) {
  const { signed } = useMoney();
  const isDesktop = useIsDesktop();
  return (
    <div className="transactions-found split">
      <p role="status">
        {total.count}
        <span className={isDesktop ? undefined : "visually-hidden"}>
          {" "}
          {pluralize(total.count, "transaction").replace(/^\S+ /, "")}
        </span>
        {SUMS.filter(({ type }) => total[type] !== 0).map(({ type, why, way }) => (
          <Fragment key={type}>
            {" · "}
            <WhyLink why={why}>{`${signed({ amount: total[type], type })} ${way}`}</WhyLink>
          </Fragment>
        ))}
      </p>
      {onSelect && (
        <Button variant="quiet" size="small" icon="check" onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  );
}
