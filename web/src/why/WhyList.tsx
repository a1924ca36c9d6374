import { type Cents, plus, sum, ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type ReactNode, useState } from "react";
import { useMoney } from "../format/money.ts";
import { Button } from "../ui/base/Button.tsx";
import { Amount } from "../ui/display/Amount.tsx";
import "./WhyList.css";

export type ListedRow = {
  key: string | number;
  lead?: ReactNode;
  name: ReactNode;
  note?: ReactNode;
  amount: Cents;
  action?: ReactNode;
};

type Props = {
  rows: ListedRow[];
  none?: string | undefined;
  /** The part that is not loaded yet. */
  rest?: { count: number; amount: Cents; load: () => void } | undefined;
};

const PAGE = 100;

/** Rows and their sum, which is the number in question to the cent. */
export function WhyList({ rows, none = "Nothing is in it yet.", rest }: Props) {
  const { money } = useMoney();
  const [limit, setLimit] = useState(PAGE);
  if (rows.length === 0) return <p className="muted">{none}</p>;
  const hidden = rows.slice(limit);
  const count = hidden.length + (rest?.count ?? 0);
  const total = (some: readonly ListedRow[]) => sum(some.map(({ amount }) => amount));
  const showMore = () => {
    setLimit(limit + PAGE);
    if (hidden.length < PAGE) rest?.load();
  };
  return (
    <ul className="why-rows" aria-label="Rows">
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
          <Amount text={money(plus(total(hidden), rest?.amount ?? ZERO))} />
        </li>
      )}
      <li className="why-total">
        <p className="grow">Sum</p>
        <Amount text={money(plus(total(rows), rest?.amount ?? ZERO))} />
      </li>
    </ul>
  );
}
