import * as v from "valibot";

/** Answers by the question's id. */
export type Answers = Readonly<Record<string, string>>;

/** What a person answered about files of one shape, and of which account. */
export const remembered = v.object({
  /** The names of the columns, with the kind of file. */
  key: v.string(),
  /** What names the account or bank in the file; empty where nothing does. */
  identity: v.string(),
  answers: v.record(v.string(), v.string()),
});
export type Remembered = v.InferOutput<typeof remembered>;

/** Applies where header and account are the same; where the account differs or is unknown, it is only offered. */
export function recall(
  memory: readonly Remembered[],
  key: string,
  identity: string,
): { applied: Answers; offered: Answers } {
  const alike = memory.filter((one) => one.key === key);
  const same = alike.find((one) => identity !== "" && one.identity === identity);
  return { applied: same?.answers ?? {}, offered: alike[0]?.answers ?? {} };
}

const MAX_REMEMBERED = 60;

/** The memory with these answers at its front. */
export function withAnswers(memory: readonly Remembered[], latest: Remembered): Remembered[] {
  const others = memory.filter(({ key, identity }) => key !== latest.key || identity !== latest.identity);
  return [latest, ...others].slice(0, MAX_REMEMBERED);
}
