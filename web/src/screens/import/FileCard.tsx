import { pluralize } from "@coffer/domain/plural";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { FileFormat } from "./FileFormat.tsx";
import { FileLayout } from "./FileLayout.tsx";
import { type DroppedFile, hasQuestions, type useFiles } from "./use-files.ts";

type Props = { dropped: DroppedFile } & Pick<
  ReturnType<typeof useFiles>,
  "remove" | "correct" | "correctFormat" | "correctQif"
>;

export function FileCard({ dropped, remove, correct, correctFormat, correctQif }: Props) {
  const { id, file, read, refusal } = dropped;
  const left = read?.file.leftOut.length ?? 0;
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
