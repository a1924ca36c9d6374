import { type ReactNode, useState } from "react";
import { COLUMN_ROLES, type ColumnRole, type CorrectedLayout, type Question } from "../../import/layout.ts";
import { Button } from "../../ui/base/Button.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

type FieldsProps = {
  /** Of a CSV file with its columns, of a QIF file without. */
  layout: CorrectedLayout;
  questions: readonly Question[];
  header?: readonly string[];
  onChange: (layout: CorrectedLayout) => void;
};

type Props = FieldsProps & {
  sample?: readonly (readonly string[])[];
  format: ReactNode;
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

/** The reading of a file, to be confirmed where the file does not show it, and corrected where it was found wrong. */
export function FileLayout({ sample = [], format, ...fields }: Props) {
  const { header = [], layout, questions } = fields;
  return (
    <details className="import-layout" open={questions.length > 0 || undefined}>
      <summary>How this file is read</summary>
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
      {format}
      {/* A file that was read again in another way starts again from what was found. */}
      <LayoutFields key={JSON.stringify(layout)} {...fields} />
    </details>
  );
}

function LayoutFields({ layout, questions, header = [], onChange }: FieldsProps) {
  const [draft, setDraft] = useState(layout);
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
              <ChoiceField<string>
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
      <Button variant="secondary" size="small" onClick={() => onChange(draft)}>
        Read it like this
      </Button>
    </>
  );
}
