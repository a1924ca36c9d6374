import { pluralize } from "@coffer/domain/text/plural";
import { useMoney } from "../../format/money.ts";
import { currencyNotice } from "../../import/parsed-file.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { FileLayout } from "./FileLayout.tsx";
import type { DroppedFile, useFiles } from "./use-files.ts";

type Props = { dropped: DroppedFile } & Omit<ReturnType<typeof useFiles>, "files" | "add">;

export function FileCard({ dropped, remove, correct }: Props) {
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
        <FileLayout file={read.file} onCorrect={(layout) => correct(dropped, layout)} />
      )}
    </li>
  );
}
