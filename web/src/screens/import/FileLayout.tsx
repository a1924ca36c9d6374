import { useState } from "react";
import type { ParsedCsv } from "../../import/csv/read-csv.ts";
import { COLUMN_ROLES, type ColumnRole, type Layout, type Question } from "../../import/parsed-file.ts";
import type { ParsedQif } from "../../import/qif.ts";
import { Button } from "../../ui/base/Button.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

type Props = {
  file: ParsedCsv | ParsedQif;
  /** Reads it again; the columns are found anew where these are not among it. */
  onCorrect: (layout: Partial<Layout>) => void;
};

const ROLE_LABELS: Record<ColumnRole, string> = {
  date: "Date",
  amount: "Amount",
  out: "Money out",
  in: "Money in",
  direction: "Direction",
  description: "Description",
  notes: "Notes",
  reference: "The bank's own id",
  category: "Category",
  currency: "Currency",
};
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
  { value: "utf-16le", label: "UTF-16" },
  { value: "utf-16be", label: "UTF-16 (big-endian)" },
  { value: "windows-1252", label: "Windows (Western European)" },
] as const;
const SEPARATORS = [
  { value: ";", label: "A semicolon" },
  { value: ",", label: "A comma" },
  { value: "\t", label: "A tab" },
  { value: "|", label: "A vertical bar" },
] as const;

/** The reading of a file, to be confirmed where the file does not show it, and corrected where it was found wrong. */
export function FileLayout({ file, onCorrect }: Props) {
  return (
    <details className="import-layout" open={file.questions.length > 0 || undefined}>
      <summary>How this file is read</summary>
      {"header" in file && <FileFormat file={file} onCorrect={onCorrect} />}
      {/* A file that was read again in another way starts again from what was found. */}
      <LayoutFields key={JSON.stringify(file.layout)} file={file} onCorrect={onCorrect} />
    </details>
  );
}

function FileFormat({ file, onCorrect }: Props & { file: ParsedCsv }) {
  const { header, sample, top, layout } = file;
  const { encoding, separator } = layout;
  const rows = [
    { value: -1, label: "No row does" },
    ...top.map((text, index) => ({ value: index, label: `${index + 1}: ${text}` })),
  ];
  return (
    <>
      {sample.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it.
        <section className="import-sample" tabIndex={0} aria-label="First rows of the file">
          <table>
            <thead>
              <tr>
                {header.map((name, index) => (
                  <th key={index} scope="col">
                    {name}
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
      )}
      <div className="import-layout-fields">
        <SelectField
          label="Characters are written in"
          options={ENCODINGS}
          value={encoding}
          onChoose={(chosen) => onCorrect({ encoding: chosen })}
        />
        <SelectField
          label="Between columns stands"
          options={SEPARATORS}
          value={separator}
          onChoose={(chosen) => onCorrect({ encoding, separator: chosen })}
        />
        <SelectField
          label="Names of the columns"
          options={rows}
          value={layout.header}
          onChoose={(chosen) => onCorrect({ encoding, separator, header: chosen })}
        />
      </div>
    </>
  );
}

function LayoutFields({ file, onCorrect }: Props) {
  const { questions } = file;
  const header = "header" in file ? file.header : [];
  const [draft, setDraft] = useState<Partial<Layout>>(file.layout);
  const columns = [{ value: "", label: "None" }, ...header.map((label, index) => ({ value: index, label }))];
  const setColumn = (role: ColumnRole, chosen: string) => {
    const { [role]: _, ...others } = draft.columns ?? {};
    setDraft({ ...draft, columns: chosen === "" ? others : { ...others, [role]: Number(chosen) } });
  };
  const problemOf = (question: Question) =>
    questions.includes(question) ? "This cannot be told from the file. Please choose." : undefined;
  return (
    <>
      <div className="import-layout-fields">
        {draft.columns &&
          COLUMN_ROLES.map((role) => (
            <SelectField
              key={role}
              label={ROLE_LABELS[role]}
              options={columns}
              value={draft.columns?.[role] ?? ""}
              error={role === "date" ? problemOf("columns") : undefined}
              onChange={(event) => setColumn(role, event.target.value)}
            />
          ))}
        {CHOICES.map(
          ([name, label, options]) =>
            draft[name] && (
              <SelectField
                key={name}
                label={label}
                options={Object.entries(options).map(([value, label]) => ({ value, label }))}
                value={draft[name]}
                error={problemOf(name)}
                onChoose={(chosen) => setDraft({ ...draft, [name]: chosen })}
              />
            ),
        )}
      </div>
      <Button size="small" onClick={() => onCorrect(draft)}>
        Read it like this
      </Button>
    </>
  );
}
