import type { TableView } from "@coffer/bank-files/bank-file";
import type { ColumnRole, Columns, TableLayout } from "@coffer/bank-files/table/layout";
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
import { SelectField } from "../../ui/fields/SelectField.tsx";
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
          // A new layout resets the form.
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

/** Rows in other currencies, each with a field for its amount in the budget's currency. */
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

type FileLayoutProps = {
  table: TableView;
  /** True if no columns were found: the person has to name them here. */
  isOpen: boolean;
  /** The person's earlier corrections. */
  corrected: Partial<TableLayout> | undefined;
  /** Reads the file again. Without `columns` in it, the columns are detected again. */
  onCorrect: (layout: Partial<TableLayout>) => void;
};

const ROLES: readonly { value: ColumnRole; label: string }[] = [
  { value: "date", label: "Date" },
  { value: "description", label: "Description" },
  { value: "amount", label: "Amount" },
  { value: "out", label: "Money out" },
  { value: "in", label: "Money in" },
  { value: "fee", label: "Fee" },
  { value: "direction", label: "Direction" },
  { value: "balance", label: "Balance" },
  { value: "currency", label: "Currency" },
  { value: "notes", label: "Notes" },
  { value: "category", label: "Category" },
  { value: "reference", label: "The bank's own id" },
  { value: "account", label: "Account" },
];
const CHOICES = [
  [
    "dateOrder",
    "Order of dates",
    { ymd: "Year, month, day", dmy: "Day, month, year", mdy: "Month, day, year" },
  ],
  ["decimalMark", "Amounts are written", { ".": "1,234.56", ",": "1.234,56" }],
  ["outIs", "Money that went out", { negative: "Is negative", positive: "Is positive" }],
] as const;

const ENCODINGS = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Western European (1252)" },
  { value: "windows-1250", label: "Central European (1250)" },
  { value: "windows-1251", label: "Cyrillic (1251)" },
  { value: "windows-1253", label: "Greek (1253)" },
  { value: "windows-1254", label: "Turkish (1254)" },
  { value: "windows-1255", label: "Hebrew (1255)" },
  { value: "windows-1256", label: "Arabic (1256)" },
  { value: "windows-1257", label: "Baltic (1257)" },
  { value: "cp852", label: "Central European (DOS)" },
  { value: "cp850", label: "Western European (DOS)" },
  { value: "ibm866", label: "Cyrillic (DOS)" },
  { value: "koi8-r", label: "Cyrillic (KOI8-R)" },
  { value: "macintosh", label: "Mac" },
  { value: "shift_jis", label: "Japanese (Shift JIS)" },
  { value: "euc-jp", label: "Japanese (EUC)" },
  { value: "gb18030", label: "Chinese (GB18030)" },
  { value: "big5", label: "Chinese (Big5)" },
  { value: "euc-kr", label: "Korean" },
  { value: "windows-874", label: "Thai" },
  { value: "utf-16le", label: "UTF-16" },
  { value: "utf-16be", label: "UTF-16 (big-endian)" },
];
const SEPARATORS = [
  { value: ";", label: "A semicolon" },
  { value: ",", label: "A comma" },
  { value: "\t", label: "A tab" },
  { value: "|", label: "A vertical bar" },
] as const;

/** The first rows of a table, to name its columns, and the other settings that can be corrected. */
function FileLayout({ table, isOpen, corrected, onCorrect }: FileLayoutProps) {
  const { layout, top } = table;
  const { encoding, separator } = layout;
  const [columns, setColumns] = useState(layout.columns);
  // Only a person's choices are kept; the rest is detected again.
  const [chosen, setChosen] = useState(() => choicesIn(corrected));
  const rows = [
    { value: -1, label: "In no row" },
    ...top.map((text, index) => ({ value: index, label: `${index + 1}: ${text}` })),
  ];
  const isKnown = ENCODINGS.some(({ value }) => value === encoding);
  const format = { ...(encoding && { encoding }), ...(separator && { separator }) };
  return (
    <details className="import-details" open={isOpen || undefined}>
      <summary>How this file is read</summary>
      <ColumnTable table={table} columns={columns} onName={setColumns} />
      <div className="import-layout-fields">
        {CHOICES.map(([name, label, options]) => (
          <SelectField
            key={name}
            label={label}
            options={Object.entries(options).map(([value, label]) => ({ value, label }))}
            value={chosen[name] ?? layout[name]}
            onChoose={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
        {encoding && (
          <SelectField
            label="Encoding"
            options={isKnown ? ENCODINGS : [{ value: encoding, label: encoding }, ...ENCODINGS]}
            value={encoding}
            onChoose={(chosen) => onCorrect({ encoding: chosen })}
          />
        )}
        {separator && (
          <SelectField
            label="Columns are separated by"
            options={SEPARATORS}
            value={separator}
            onChoose={(chosen) => onCorrect({ ...format, separator: chosen })}
          />
        )}
        <SelectField
          label="Names of the columns"
          options={rows}
          value={layout.header}
          onChoose={(chosen) => onCorrect({ ...format, header: chosen })}
        />
      </div>
      <div>
        <Button
          size="small"
          variant="primary"
          onClick={() => onCorrect({ ...format, header: layout.header, columns, ...chosen })}
        >
          Read it like this
        </Button>
      </div>
    </details>
  );
}

type Choices = Pick<Partial<TableLayout>, (typeof CHOICES)[number][0]>;

const choicesIn = ({ dateOrder, decimalMark, outIs }: Choices = {}): Choices => ({
  ...(dateOrder && { dateOrder }),
  ...(decimalMark && { decimalMark }),
  ...(outIs && { outIs }),
});

type ColumnTableProps = { table: TableView; columns: Columns; onName: (columns: Columns) => void };

const NOT_USED = { value: "", label: "Not used" };

function ColumnTable({ table: { header, sample }, columns, onName }: ColumnTableProps) {
  const roleOf = (index: number) =>
    ROLES.find(({ value }) =>
      value === "description" ? columns.description?.includes(index) : columns[value] === index,
    )?.value ?? "";
  const name = (index: number, role: string) => {
    const others = Object.entries(columns).filter(([known, column]) => known !== role && column !== index);
    const kept: Columns = Object.fromEntries(others.filter(([known]) => known !== "description"));
    const texts = (columns.description ?? []).filter((column) => column !== index);
    // Several columns may make one description, in the order in which they are named.
    const description = role === "description" ? [...texts, index] : texts;
    onName({
      ...kept,
      ...(description.length > 0 && { description }),
      ...(role !== "" && role !== "description" && { [role]: index }),
    });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it.
    <section className="import-sample" tabIndex={0} aria-label="First rows of the file">
      <table>
        <thead>
          <tr>
            {header.map((title, index) => (
              <th key={index} scope="col">
                <span>{title}</span>
                <select
                  aria-label={`${title} holds (column ${index + 1})`}
                  value={roleOf(index)}
                  onChange={({ target }) => name(index, target.value)}
                >
                  {[NOT_USED, ...ROLES].map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells, row) => (
            <tr key={row}>
              {header.map((_, index) => (
                <td key={index}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
