import { amountText, readAmount } from "@coffer/domain/money/amount";
import type { Cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import type { ImportedFile } from "../../import/imported-file.ts";
import { useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";

type Props = {
  rows: ImportedFile["foreign"];
  converted: ReadonlyMap<string, Cents>;
  onConvert: (row: string, amount: Cents | undefined) => void;
};

const SHOWN = 20;

/** Each row of another currency, with a field for its amount in the budget's. */
export function ForeignRows({ rows, converted, onConvert }: Props) {
  const { currency } = useMoney();
  const [limit, setLimit] = useState(SHOWN);
  const shown = rows.slice(0, limit);
  const write = dayFormatter(
    shown.map(({ date }) => date),
    useToday(),
    locale,
  );
  return (
    <details className="import-details">
      <summary>{`${pluralize(rows.length, "row")} in another currency: give ${rows.length === 1 ? "its amount" : "their amounts"} in ${currency}`}</summary>
      <ul>
        {shown.map(({ id, date, description, amount, currency: other }) => (
          <li key={id}>
            <MoneyField
              currency={currency}
              label={`${description}, ${write(date)}: ${(amount / 100).toFixed(2)} ${other}`}
              defaultValue={amountIn(converted.get(id))}
              onBlur={({ currentTarget }) => onConvert(id, givenIn(currentTarget.value))}
            />
          </li>
        ))}
      </ul>
      {rows.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + SHOWN)}>
          Show more
        </Button>
      )}
    </details>
  );

  function amountIn(amount: Cents | undefined): string {
    return amount === undefined ? "" : amountText(amount, currency, locale);
  }

  function givenIn(text: string): Cents | undefined {
    const read = readAmount(text, currency, locale);
    return read.kind === "ok" && read.amount > 0 ? read.amount : undefined;
  }
}
