import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type BankFile, FileRefusal } from "../src/bank-file.ts";
import type { Answers, Remembered } from "../src/memory.ts";
import { readBankFile } from "../src/read.ts";

export const FILES = join(import.meta.dirname, "files");

const expectedRow = v.object({
  date: v.string(),
  description: v.string(),
  amount: v.number(),
  line: v.optional(v.number()),
  transfer: v.optional(v.boolean()),
  alsoDates: v.optional(v.array(v.string()), []),
});
export type ExpectedRow = v.InferOutput<typeof expectedRow>;

/** What a careful bookkeeper reads in a file. */
const expectation = v.object({
  layout: v.string(),
  rows: v.optional(v.array(expectedRow), []),
  descriptionMustContain: v.boolean(),
  transfersKnown: v.optional(v.boolean(), false),
  alsoRight: v.optional(v.array(v.object({ rows: v.array(v.number()), by: v.array(expectedRow) })), []),
  leftOut: v.array(v.object({ line: v.number(), why: v.string() })),
  mustAsk: v.union([v.boolean(), v.string()]),
  mayAsk: v.optional(v.string()),
  answer: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
  refused: v.boolean(),
  sentence: v.optional(v.string()),
});
export type Expectation = v.InferOutput<typeof expectation>;

export const names = readdirSync(FILES).filter((name) => !name.endsWith(".json"));
export const expectationOf = (name: string): Expectation =>
  v.parse(expectation, JSON.parse(readFileSync(join(FILES, `${name}.expected.json`), "utf8")));

const step = v.object({
  file: v.string(),
  asks: v.union([v.boolean(), v.literal("may")]),
  answer: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
  new: v.optional(v.number()),
  known: v.optional(v.number()),
});
const sequence = v.object({ point: v.string(), steps: v.array(step), total: v.optional(v.number()) });
export const sequences = readdirSync(FILES)
  .filter((name) => name.endsWith(".sequence.json"))
  .map((name) => v.parse(sequence, JSON.parse(readFileSync(join(FILES, name), "utf8"))));

/** Ids of questions, by the names in the expectations. */
const FACTS: Record<string, string> = {
  outIs: "sign",
  dateOrder: "dateOrder",
  decimalMark: "decimalMark",
  encoding: "encoding",
};

export const answersOf = (answer: Expectation["answer"]): Answers => {
  if (answer === undefined) return {};
  if (typeof answer === "string") return { person: answer, account: answer };
  return Object.fromEntries(Object.entries(answer).map(([fact, value]) => [FACTS[fact] ?? fact, value]));
};

const TODAY = parseDay("2026-11-26") ?? fail("not a day");
function fail(reason: string): never {
  throw new Error(reason);
}

export async function readFixture(
  name: string,
  { answers = {}, memory = [] }: { answers?: Answers; memory?: readonly Remembered[] } = {},
): Promise<BankFile | string> {
  const bytes = new Uint8Array(readFileSync(join(FILES, name)));
  try {
    return await readBankFile({ name, bytes }, { today: TODAY, answers, memory });
  } catch (error) {
    if (error instanceof FileRefusal) return error.message;
    throw error;
  }
}

const cents = (amount: number) => Math.round(amount * 100);
const blanksAsOne = (text: string) => text.replace(/\s+/g, " ").trim();

/** The differences between what was read and what was expected, one sentence each. */
export function differences(
  file: BankFile,
  { rows, descriptionMustContain, alsoRight, leftOut, transfersKnown }: Expectation,
): string[] {
  const variants = [
    rows,
    ...alsoRight.map(({ rows: replaced, by }) =>
      rows.flatMap((row, index) => (replaced[0] === index ? by : replaced.includes(index) ? [] : [row])),
    ),
  ];
  const all = variants.map((variant) => compare(file, variant, descriptionMustContain, transfersKnown));
  const best = all.reduce((a, b) => (b.length < a.length ? b : a));
  const lines = new Map(file.leftOut.map(({ line, why }) => [line, why]));
  const missing = leftOut.filter(({ line, why }) => lines.get(line) !== why);
  return [
    ...best,
    ...missing.map(
      ({ line, why }) => `line ${line} is left out as ${lines.get(line) ?? "nothing"} instead of ${why}`,
    ),
  ];
}

function compare(
  file: BankFile,
  expected: readonly ExpectedRow[],
  mustContain: boolean,
  transfersKnown: boolean,
): string[] {
  const found: string[] = [];
  const left = [...file.rows];
  for (const row of expected) {
    const at = left.findIndex(
      (one) =>
        one.amount === cents(row.amount) &&
        [row.date, ...row.alsoDates].includes(one.date) &&
        (row.transfer || isText(one.description, row.description, mustContain)),
    );
    const [one] = at < 0 ? [] : left.splice(at, 1);
    if (!one) {
      if (!row.transfer) found.push(`${row.date} ${row.amount} ${row.description} is missing`);
      continue;
    }
    if (row.line !== undefined && one.line !== row.line)
      found.push(`${row.description} is of line ${one.line}, not ${row.line}`);
    if (transfersKnown && one.transfer !== Boolean(row.transfer))
      found.push(`${row.description} is ${one.transfer ? "a" : "not a"} transfer`);
  }
  return [
    ...found,
    ...left.map((row) => `${row.date} ${row.amount / 100} ${row.description} is not expected`),
  ];
}

function isText(read: string, expected: string, mustContain: boolean): boolean {
  const [ours, theirs] = [blanksAsOne(read), blanksAsOne(expected)];
  return mustContain ? ours.includes(theirs) : ours === theirs;
}
