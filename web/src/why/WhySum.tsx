import { type Cents, plus, sum, ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useMoney } from "../format/money.ts";
import { QueryResult } from "../loading/QueryResult.tsx";
import { Button } from "../ui/base/Button.tsx";
import { Amount } from "../ui/display/Amount.tsx";
import { Fact } from "../ui/display/Fact.tsx";
import "./WhySum.css";

type ResultProps<Data> = Omit<ComponentProps<typeof QueryResult<Data>>, "failed">;

/** Shows a skeleton of `lines` until the rows behind a figure have loaded. */
export function WhyResult<Data>(props: ResultProps<Data>) {
  return <QueryResult lines={8} {...props} failed="Failed to load what this is made of" />;
}

type FactsProps = {
  amount: Cents;
  /** For example "from 3 rows". */
  from?: string;
  facts?: readonly (readonly [name: string, text: string] | false)[];
  children?: ReactNode;
};

export function WhyFacts({ amount, from, facts = [], children }: FactsProps) {
  const { money } = useMoney();
  const shown = facts.filter((fact) => fact !== false);
  return (
    <section className="why-summary" aria-label="Summary">
      <p className="why-amount">
        <Amount text={money(amount)} />
        {from && <span className="muted"> {from}</span>}
      </p>
      {shown.length > 0 && (
        <dl className="why-facts">
          {shown.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}

export type ListedRow = {
  key: string | number;
  lead?: ReactNode;
  name: ReactNode;
  note?: ReactNode;
  amount: Cents;
  action?: ReactNode;
};

type ListProps = {
  label?: string;
  rows: ListedRow[];
  none?: string | undefined;
  /** The part that is not loaded yet. */
  rest?: { count: number; amount: Cents; load: () => void } | undefined;
};

const PAGE = 100;

/** The rows behind a figure, and their sum, which equals it to the cent. */
export function WhyList({ label = "Rows", rows, none = "Nothing is in it yet.", rest }: ListProps) {
  const { money } = useMoney();
  const [limit, setLimit] = useState(PAGE);
  if (rows.length === 0) return <p className="muted">{none}</p>;
  const hidden = rows.slice(limit);
  const count = hidden.length + (rest?.count ?? 0);
  const total = (some: readonly ListedRow[]) => plus(sumOf(some), rest?.amount ?? ZERO);
  const showMore = () => {
    setLimit(limit + PAGE);
    if (hidden.length < PAGE) rest?.load();
  };
  return (
    <ul className="why-rows" aria-label={label}>
      {rows.slice(0, limit).map(({ key, lead, name, note, amount, action }) => (
        <li key={key}>
          {lead}
          <div className="grow">
            <p>{name}</p>
            {note && <div className="muted why-note">{note}</div>}
          </div>
          <Amount text={money(amount)} />
          {action}
        </li>
      ))}
      {count > 0 && (
        <li>
          <div className="grow">
            <Button variant="quiet" size="small" onClick={showMore}>
              {`Show more of ${pluralize(count, "other row")}`}
            </Button>
          </div>
          <Amount text={money(total(hidden))} />
        </li>
      )}
      <li className="why-total">
        <p className="grow">Sum</p>
        <Amount text={money(total(rows))} />
      </li>
    </ul>
  );
}

const sumOf = (rows: readonly ListedRow[]) => sum(rows.map(({ amount }) => amount));

type Props = Omit<FactsProps, "children" | "amount"> &
  Omit<ListProps, "rest"> & {
    /** Given if it is not the sum of the rows. */
    amount?: Cents;
  };

export function WhySum({ rows, none, amount = sumOf(rows), ...facts }: Props) {
  return (
    <>
      <WhyFacts amount={amount} {...facts} />
      <WhyList rows={rows} none={none} />
    </>
  );
}
