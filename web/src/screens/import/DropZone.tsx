import { type DragEvent, useId, useState } from "react";
import { Icon } from "../../ui/base/Icon.tsx";

type Props = {
  compact: boolean;
  onFiles: (files: File[]) => void;
};

/** Takes files that are dropped on it or chosen; the whole of it is the label of the file input. */
export function DropZone({ compact, onFiles }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <label
      className="import-drop"
      htmlFor={id}
      data-over={over}
      data-compact={compact}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="plus" />
      <span className="import-drop-title">
        {compact ? "Add a file" : "Drop your bank's files here, or choose them"}
      </span>
      {!compact && (
        <span className="muted">
          CSV, Excel, OFX, QIF, CAMT, MT940, Norma 43, CODA, ABO, 1C or JSON, up to 50 MB, and exports of
          YNAB, Actual Budget, Firefly III, Monarch, Mint, Lunch Money, Simplifi, Copilot, Splitwise, Coffer
          and others. Files are read on this device; days, texts and amounts are sent to be compared with what
          is here, and nothing is written before you import.
        </span>
      )}
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
