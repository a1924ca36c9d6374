import type { Question } from "../bank-file.ts";
import type { Answers } from "../memory.ts";

/** Asks for a fact, unless it is answered: returns the answer, given or proposed. */
export type Asking = (question: Question) => string | null;

/** Adds what is not answered to the questions. What was answered for a similar file is proposed. */
export function asker(questions: Question[], answers: Answers, offered: Answers): Asking {
  return (question) => {
    const among = (from: Answers) => {
      const value = Object.hasOwn(from, question.id) ? from[question.id] : undefined;
      return question.options.some((option) => option.value === value) ? value : undefined;
    };
    const given = among(answers);
    if (given !== undefined) return given;
    const proposed = among(offered) ?? question.proposed;
    questions.push({ ...question, proposed });
    return proposed;
  };
}
