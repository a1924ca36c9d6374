import type { Answered, Question } from "../bank-file.ts";
import type { Answers } from "../memory.ts";

/** Returns the given or proposed answer, and asks the question if none was given. */
export type Asking = (question: Question) => string | null;

type Known = { given: Answers; remembered: Answers; offered: Answers };

/** Collects the questions that are not answered yet, and proposes the answers from a similar file. */
export function asker(
  questions: Question[],
  answered: Answered[],
  { given, remembered, offered }: Known,
): Asking {
  return (question) => {
    const among = (from: Answers) => {
      const value = Object.hasOwn(from, question.id) ? from[question.id] : undefined;
      return question.options.some((option) => option.value === value) ? value : undefined;
    };
    const own = among(given);
    const value = own ?? among(remembered);
    if (value !== undefined) {
      answered.push({ ...question, value, remembered: own === undefined });
      return value;
    }
    const proposed = among(offered) ?? question.proposed;
    questions.push({ ...question, proposed });
    return proposed;
  };
}
