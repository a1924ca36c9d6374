import { type Cents, cents } from "@coffer/domain/money";
import { pluralize } from "@coffer/domain/plural";
import { useMoney } from "../../shell/money.ts";
import { Sparkline } from "../../ui/charts/Sparkline.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import type { Explanation } from "./explanation.ts";

/** The sum, what is usual, the largest row and the course of the months. */
export function WhySummary({ amount, rows, months, usual, largest }: Explanation) {
  const { money } = useMoney();
  return (
    <section className="why-summary" aria-label="Summary">
      <p className="why-amount">
        <Amount text={money(amount)} />
        <span className="muted"> from {pluralize(rows.length, "row")}</span>
      </p>
      <dl className="why-facts">
        {usual !== null && (
          <>
            <dt>Usually</dt>
            <dd>{comparison(amount, usual, money)}</dd>
          </>
        )}
        {largest?.kind === "transaction" && (
          <>
            <dt>Largest</dt>
            <dd>
              {largest.transaction.description}, {money(largest.amount)}
            </dd>
          </>
        )}
      </dl>
      {months.length > 1 && (
        <Sparkline
          label={`The last ${months.length} months: ${months.map((one) => money(one.amount)).join(", ")}`}
          values={months.map((one) => one.amount)}
        />
      )}
    </section>
  );
}

function comparison(amount: Cents, usual: Cents, money: (amount: Cents) => string): string {
  if (amount === usual) return `${money(usual)} a month, exactly as now`;
  const by = money(cents(Math.abs(amount - usual)));
  return `${money(usual)} a month; this is ${by} ${amount > usual ? "more" : "less"}`;
}
