import type { Answered, BankFile, Question } from "@coffer/bank-files/bank-file";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import type { ImportedFile } from "../../import/imported-file.ts";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { type DroppedFile, questionId, questionsIn } from "./use-files.ts";
import "./Questions.css";

type Props = {
  files: readonly DroppedFile[];
  imported: ReadonlyMap<number, ImportedFile>;
  onAnswer: (dropped: DroppedFile, question: string, value: string) => void;
};

/** Questions that the files leave open, each with rows that depend on it. Answers stay visible and can be changed. */
export function Questions({ files, imported, onAnswer }: Props) {
  return (
    <Card title="Questions">
      {files.map((dropped) => {
        const { id, file, read } = dropped;
        const questions = questionsIn(read);
        if (!read || questions.length === 0) return null;
        return (
          <section key={id} className="import-questions" aria-label={`Questions about ${file.name}`}>
            <h3>{file.name}</h3>
            {questions.map((question) => (
              <div
                key={question.id}
                className="import-question"
                id={questionId(id, question.id)}
                tabIndex={-1}
              >
                <Choice
                  question={question}
                  given={dropped.answers[question.id]}
                  onChoose={(value) => onAnswer(dropped, question.id, value)}
                />
                <Decided question={question} read={read} rows={imported.get(id)?.rows ?? []} />
              </div>
            ))}
          </section>
        );
      })}
    </Card>
  );
}

type ChoiceProps = {
  question: Question | Answered;
  given: string | undefined;
  onChoose: (value: string) => void;
};

function Choice({ question, given, onChoose }: ChoiceProps) {
  const { text, options, proposed } = question;
  const [value, hint] =
    "value" in question
      ? [question.value, question.remembered ? "As you answered for this account before" : "As you answered"]
      : [proposed, "Likely, by what the file shows"];
  return (
    <RadioGroup
      label={text}
      options={options.map((option) => ({
        value: option.value,
        label: option.text,
        ...(option.value === value && { hint }),
      }))}
      value={given ?? value ?? ""}
      error={
        value === null && given === undefined ? "Please choose: nothing is imported until you do." : undefined
      }
      onChoose={onChoose}
    />
  );
}

const SHOWN = 3;

type DecidedProps = { question: Question; read: BankFile; rows: ImportedFile["rows"] };

/** The first rows that depend on the answer; until there is one, their lines in the file. */
function Decided({ question: { lines, examples = [] }, read, rows }: DecidedProps) {
  const asked = new Set(lines);
  const decided = lines.length === 0 ? rows : rows.filter(({ line }) => asked.has(line));
  const shown = decided.slice(0, SHOWN);
  const count = read.waiting || rows.length;
  const more = lines.length === 0 ? count - Math.min(count, SHOWN) : 0;
  if (shown.length + examples.length === 0) return null;
  return (
    <ul className="import-decided" aria-label="Rows that the answer decides">
      {shown.length > 0
        ? shown.map(({ line, row }, index) => <DecidedRow key={`${line} ${index}`} row={row} />)
        : examples.map(({ line, text }) => (
            <li key={line}>
              <span className="muted">{`Line ${line}: `}</span>
              {text}
            </li>
          ))}
      {more > 0 && <li className="muted">{`and ${pluralize(more, "more row")}`}</li>}
    </ul>
  );
}

function DecidedRow({ row }: { row: ImportRow }) {
  const { signed } = useMoney();
  const write = dayFormatter([row.date], useToday(), locale);
  return (
    <li className="import-decided-row">
      <span>
        {row.description} <span className="muted">{write(row.date)}</span>
      </span>
      <span>{signed(row)}</span>
    </li>
  );
}
