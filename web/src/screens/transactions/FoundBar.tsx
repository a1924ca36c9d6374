import { cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import type { Totals } from "@coffer/domain/transaction/search";
import { Fragment } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";

type Props = {
  total: Totals;
  isSoFar: boolean;
  onSelect: (() => void) | undefined;
};

/** `back` is the word for a negative sum: more was refunded than spent. */
const SUMS = [
  { type: "income", why: "found-income", way: "in", back: "out" },
  { type: "expense", why: "found-expense", way: "out", back: "back" },
] as const;

export function FoundBar({ total, isSoFar, onSelect }: Props) {
  const { money } = useMoney();
  const isDesktop = useIsDesktop();
  return (
    <div className="transactions-found split">
      <p role="status">
        {total.count}
        <span className={isDesktop ? undefined : "visually-hidden"}>
          {" "}
          {pluralize(total.count, "transaction").replace(/^\S+ /, "")}
        </span>
        {isSoFar && " so far"}
        {SUMS.filter(({ type }) => total[type] !== 0).map(({ type, why, way, back }) => (
          <Fragment key={type}>
            {" · "}
            <WhyLink
              of="Found"
              why={why}
              text={`${money(cents(Math.abs(total[type])))} ${total[type] < 0 ? back : way}`}
            />
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
