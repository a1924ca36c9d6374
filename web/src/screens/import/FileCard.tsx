import { amountText, readAmount } from "@coffer/domain/money/amount";
import type { Cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { Suspense, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { type ImportedFile, leftOutCounts, summaryOf } from "../../import/imported-file.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { FileLayout } from "./FileLayout.tsx";
import type { DroppedFile, useFiles } from "./use-files.ts";

const StatedBalances = lazyPart(() => import("./StatedBalances.tsx"), "StatedBalances");

type Props = { dropped: DroppedFile; imported: ImportedFile | undefined } & Pick<
  ReturnType<typeof useFiles>,
  "remove" | "correct" | "convert"
>;

/** A file's recognized contents, and what was left out of it. */
export function FileCard({ dropped, imported, remove, correct, convert }: Props) {
  const { id, file, read, refusal } = dropped;
  const today = useToday();
  const write = dayFormatter(read?.rows.map(({ date }) => date) ?? [], today, locale);
  const unnamed = read?.questions.find(({ options }) => options.length === 0);
  return (
    <li className="import-file">
      <div className="import-file-head">
        <strong className="import-file-name">{file.name}</strong>
        {refusal && !read && <Badge tone="over">Cannot be read</Badge>}
        <IconButton icon="close" label={`Remove ${file.name}`} onClick={() => remove(id)} />
      </div>
      {!read && !refusal && <p className="muted">Reading...</p>}
      {refusal && <p role="alert">{refusal}</p>}
      {read && imported && <p className="import-file-summary">{summaryOf(read, imported, write)}</p>}
      {unnamed && <p role="alert">{`${unnamed.text} Name them in the table below.`}</p>}
      {imported?.notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {imported && imported.leftOut.length > 0 && <LeftOutLines imported={imported} />}
      {imported && imported.foreign.length > 0 && (
        <ForeignRows
          rows={imported.foreign}
          converted={dropped.converted}
          onConvert={(row, amount) => convert(id, row, amount)}
        />
      )}
      {read && read.balances.length > 0 && (
        <Suspense>
          <StatedBalances read={read} name={file.name.replace(/\.\w+$/, "")} />
        </Suspense>
      )}
      {read?.table && (
        <FileLayout
          // A file that was read again in another way starts again from what was found.
          key={JSON.stringify(read.table.layout)}
          table={read.table}
          isOpen={unnamed !== undefined}
          corrected={dropped.corrected}
          onCorrect={(layout) => correct(dropped, layout)}
        />
      )}
    </li>
  );
}

const SHOWN = 100;

function LeftOutLines({ imported }: { imported: ImportedFile }) {
  const { leftOut } = imported;
  const counts = leftOutCounts(imported).map(({ reason, count }) => `${count} × ${reason}`);
  return (
    <details className="import-details">
      <summary>{`${pluralize(leftOut.length, "line")} left out: ${counts.slice(0, 3).join(" ")}`}</summary>
      <ul>
        {leftOut.slice(0, SHOWN).map(({ line, text, reason }, index) => (
          <li key={index}>
            <span className="muted">{`Line ${line}: `}</span>
            {text} <span className="muted">{reason}</span>
          </li>
        ))}
        {leftOut.length > SHOWN && <li className="muted">{`and ${leftOut.length - SHOWN} more`}</li>}
      </ul>
    </details>
  );
}

type ForeignRowsProps = {
  rows: ImportedFile["foreign"];
  converted: ReadonlyMap<string, Cents>;
  onConvert: (row: string, amount: Cents | undefined) => void;
};

const ROWS_AT_ONCE = 20;

/** Each row of another currency, with a field for its amount in the budget's. */
function ForeignRows({ rows, converted, onConvert }: ForeignRowsProps) {
  const { currency } = useMoney();
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
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
        <Button size="small" onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
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
