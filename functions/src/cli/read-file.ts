import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import { type Answers, type Remembered, withAnswers } from "@coffer/bank-files/memory";
import { checkSize, readBankFile } from "@coffer/bank-files/read";
import { toDay } from "@coffer/domain/time/day";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { type Command, runAsProcess } from "./target.ts";

const USAGE = `Use: pnpm read-file FILE... [--answers '{"sign":"positive"}']`;

/** Prints what Coffer reads in files, a line of JSON each, and writes nothing. */
export const readFiles: Command = async (args, environment) => {
  const { files, answers } = commandLine(args);
  const now = new Date();
  const today = toDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
  let memory: Remembered[] = [];
  const lines: string[] = [];
  for (const name of files) {
    const path = resolve(callerFolder(environment), name);
    try {
      const { size } = await stat(path).catch(() => {
        throw new StartProblem(`${path} cannot be read.`);
      });
      checkSize(size);
      const file = await readBankFile(
        { name, bytes: new Uint8Array(await readFile(path)) },
        { today, answers, memory },
      );
      lines.push(JSON.stringify(printed(name, file)));
      if (file.table && Object.keys(answers).length > 0)
        memory = withAnswers(memory, { key: file.table.memoryKey, identity: file.table.identity, answers });
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      lines.push(JSON.stringify({ file: name, ...NOTHING, refused: error.message }));
    }
  }
  return lines.join("\n");
};

const NOTHING = {
  format: null,
  program: null,
  account: null,
  currency: null,
  rows: [],
  balances: [],
  proved: null,
  leftOut: [],
  questions: [],
};

function commandLine(args: string[]): { files: string[]; answers: Answers } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { answers: { type: "string" } },
    });
    if (positionals.length > 0) return { files: positionals, answers: answersIn(values.answers) };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    // An unknown option.
  }
  throw new StartProblem(USAGE);
}

function answersIn(text = "{}"): Answers {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return Object.fromEntries(Object.entries(parsed).map(([id, value]) => [id, String(value)]));
  } catch {
    // Not JSON.
  }
  throw new StartProblem(`--answers takes a JSON object of answers by the ids of questions. ${USAGE}`);
}

/** The answer as the wire has it: amounts in units, the account by its end. */
function printed(name: string, file: BankFile) {
  return {
    file: name,
    format: file.format,
    program: file.program,
    account: file.account && `…${file.account.slice(-4)}`,
    currency: file.currency,
    rows: file.rows.map(({ line, date, description, amount, currency, reference, category, transfer }) => ({
      line,
      date,
      description,
      amount: amount / 100,
      currency,
      reference,
      category,
      transfer,
    })),
    balances: file.balances.map(({ date, amount }) => ({ date, amount: amount / 100 })),
    proved: file.proved,
    leftOut: file.leftOut.map(({ line, why, text }) => ({ line, why, text })),
    questions: file.questions.map(({ id, text, options, proposed }) => ({ id, text, options, proposed })),
    refused: null,
  };
}

if (import.meta.main) await runAsProcess(readFiles);
