import type { Answered, BankFile, Question } from "@coffer/bank-files/bank-file";
import { useState } from "react";
import { Button } from "../../ui/base/Button.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import type { DroppedFile } from "./use-files.ts";

type Props = { dropped: DroppedFile; read: BankFile; onAnswer: (question: string, value: string) => void };

/** The element that a row's "as you answered" leads to. */
export const questionsId = (file: number): string => `import-questions-${file}`;

/** Facts that the file does not show, and those that were answered, to be changed by one tap. */
export function FileQuestions({ dropped, read, onAnswer }: Props) {
  const { questions, answered } = read;
  if (questions.length + answered.length === 0) return null;
  return (
    <section
      className="import-questions"
      id={questionsId(dropped.id)}
      tabIndex={-1}
      aria-label={`Questions about ${dropped.file.name}`}
    >
      {questions.map((question) => (
        <Open
          key={question.id}
          question={question}
          given={dropped.answers[question.id]}
          onAnswer={onAnswer}
        />
      ))}
      {answered.map((answer) => (
        <Given key={`${answer.id} ${answer.value}`} answer={answer} onAnswer={onAnswer} />
      ))}
    </section>
  );
}

type OpenProps = { question: Question; given: string | undefined } & Pick<Props, "onAnswer">;

function Open({ question, given, onAnswer }: OpenProps) {
  const { id, text, options, proposed } = question;
  if (options.length === 0) return <p role="alert">{`${text} Name them in the table below.`}</p>;
  return (
    <RadioGroup
      label={text}
      options={options.map(({ value, text }) => ({
        value,
        label: text,
        ...(value === proposed && { hint: "Likely, by what the file shows" }),
      }))}
      value={given ?? proposed ?? ""}
      error={proposed === null && given === undefined ? "Please choose: nothing comes in before." : undefined}
      onChoose={(value) => onAnswer(id, value)}
    />
  );
}

function Given({ answer, onAnswer }: { answer: Answered } & Pick<Props, "onAnswer">) {
  const [isChanging, setIsChanging] = useState(false);
  const { id, text, options, value, remembered } = answer;
  const chosen = options.find((option) => option.value === value);
  if (isChanging)
    return (
      <RadioGroup
        label={text}
        options={options.map(({ value, text }) => ({ value, label: text }))}
        value={value}
        onChoose={(next) => onAnswer(id, next)}
      />
    );
  return (
    <p className="import-answer">
      <span>{`${remembered ? "As you answered for this account before" : "As you answered"}: ${text} ${chosen?.text ?? value}`}</span>
      <Button size="small" onClick={() => setIsChanging(true)}>
        Change
      </Button>
    </p>
  );
}
