import type { Layout } from "../../import/csv/layout.ts";
import type { TableFormat } from "../../import/csv/read-csv.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";

type Props = {
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

/** How a file is taken apart into columns; it is read again at each change. */
export function FileFormat({ layout: { encoding, separator, header }, top, onChange }: Props) {
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
