import * as v from "valibot";
import { type TableLayout, tableLayout } from "./table/layout.ts";

/** Answers by the question's id. */
export type Answers = Readonly<Record<string, string>>;

/** A person's answers and corrections for files of one layout and account. */
export const remembered = v.object({
  /** The column names and the format of the file. */
  key: v.string(),
  /** The account or bank named in the file; empty if none. */
  identity: v.string(),
  answers: v.record(v.string(), v.string()),
  layout: v.optional(v.partial(tableLayout)),
});
export type Remembered = v.InferOutput<typeof remembered>;

export type Recalled = { applied: Answers; offered: Answers; layout: Partial<TableLayout> | undefined };

/**
 * Answers are applied if header and account are equal. They are only offered if the account differs, or if
 * only the number of columns is known of a file.
 */
export function recall(
  memory: readonly Remembered[],
  key: string,
  identity: string,
  isNamed: boolean,
): Recalled {
  const alike = memory.filter((one) => one.key === key);
  const same = alike.find((one) => one.identity === identity && (identity !== "" || isNamed));
  return { applied: same?.answers ?? {}, offered: alike[0]?.answers ?? {}, layout: same?.layout };
}

const MAX_REMEMBERED = 60;

/** Adds answers as the latest, in place of earlier ones for the same key and account. */
export function withAnswers(memory: readonly Remembered[], latest: Remembered): Remembered[] {
  const isSame = ({ key, identity }: Remembered) => key === latest.key && identity === latest.identity;
  return [latest, ...memory.filter((one) => !isSame(one))].slice(0, MAX_REMEMBERED);
}
