import { pluralize } from "@coffer/domain/text/plural";
import { useMoney } from "../../format/money.ts";
import type { Layout } from "../../import/csv/layout.ts";
import type { TableFormat } from "../../import/csv/read-csv.ts";
import { currencyNotice } from "../../import/parsed-file.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { FileLayout } from "./FileLayout.tsx";
import { type DroppedFile, hasQuestions, type useFiles } from "./use-files.ts";

type Props = { dropped: DroppedFile } & Pick<
  ReturnType<typeof useFiles>,
  "remove" | "correct" | "correctFormat" | "correctQif"
>;

export function FileCard({ dropped, remove, correct, correctFormat, correctQif }: Props) {
  const { id, file, read, refusal } = dropped;
  const left = read?.file.leftOut.length ?? 0;
  const { currency } = useMoney();
  const foreign = read && currencyNotice(read.file, currency);
  return (
    <li className="import-file">
      <div className="import-file-head">
        <strong className="import-file-name">{file.name}</strong>
        {read && <Badge>{read.file.source}</Badge>}
        {refusal && !read && <Badge tone="over">Cannot be read</Badge>}
        <IconButton icon="close" label={`Remove ${file.name}`} onClick={() => remove(id)} />
      </div>
      {!read && !refusal && <p className="muted">Reading...</p>}
      {refusal && <p role="alert">{refusal}</p>}
      {read && (
        <p className="muted">
          {pluralize(read.file.rows.length, "row")}
          {left > 0 && `, and ${left} left out, such as transfers and pending entries`}
        </p>
      )}
      {read?.file.notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {foreign && <p>{foreign}</p>}
      {read?.kind === "csv" && (
        <FileLayout
          layout={read.file.layout}
          open={hasQuestions(dropped)}
          questions={read.file.questions}
          header={read.file.header}
          sample={read.file.sample}
          format={
            <FileFormat
              layout={read.file.layout}
              top={read.file.top}
              onChange={(format) => correctFormat(dropped, format)}
            />
          }
          onChange={(layout) => correct(dropped, { ...read.file.layout, ...layout })}
        />
      )}
      {read?.kind === "qif" && (
        <FileLayout
          layout={read.file.layout}
          open={hasQuestions(dropped)}
          questions={read.file.questions}
          onChange={(layout) => correctQif(dropped, { ...read.file.layout, ...layout })}
        />
      )}
    </li>
  );
}

type FormatProps = {
  layout: Layout;
  top: readonly string[];
  onChange: (format: TableFormat) => void;
};

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

/** The columns of a file; it is read again at each change. */
function FileFormat({ layout: { encoding, separator, header }, top, onChange }: FormatProps) {
  const rows = [
    { value: -1, label: "No row does" },
    ...top.map((text, index) => ({ value: index, label: `${index + 1}: ${text}` })),
  ];
  return (
    <div className="import-layout-fields">
      <ChoiceField
        label="Characters are written in"
        options={ENCODINGS}
        value={encoding}
        onChoose={(chosen) => onChange({ encoding: chosen })}
      />
      <ChoiceField
        label="Between columns stands"
        options={SEPARATORS}
        value={separator}
        onChoose={(chosen) => onChange({ encoding, separator: chosen })}
      />
      <ChoiceField
        label="Names of the columns"
        options={rows}
        value={header}
        onChoose={(chosen) => onChange({ encoding, separator, header: chosen })}
      />
    </div>
  );
}
