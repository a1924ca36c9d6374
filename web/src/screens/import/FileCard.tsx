import { pluralize } from "@coffer/domain/text/plural";
import { useMoney } from "../../format/money.ts";
import type { ParsedCsv, TableFormat } from "../../import/csv/read-csv.ts";
import { currencyNotice } from "../../import/parsed-file.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { FileLayout } from "./FileLayout.tsx";
import type { DroppedFile, useFiles } from "./use-files.ts";

type Props = { dropped: DroppedFile } & Omit<ReturnType<typeof useFiles>, "files" | "add">;

export function FileCard({ dropped, remove, correct, correctFormat }: Props) {
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
      {(read?.kind === "csv" || read?.kind === "qif") && (
        <FileLayout
          {...read.file}
          format={
            read.kind === "csv" && (
              <FileFormat {...read.file} onChange={(format) => correctFormat(dropped, format)} />
            )
          }
          onChange={(layout) => correct(dropped, layout)}
        />
      )}
    </li>
  );
}

type FormatProps = Pick<ParsedCsv, "layout" | "top"> & {
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
