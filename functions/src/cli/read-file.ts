import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { anonymousCopy } from "@coffer/bank-files/anonymize";
import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import { coverAmount, coverQuotes, coverText } from "@coffer/bank-files/cover";
import { type Answers, type Remembered, withAnswers } from "@coffer/bank-files/memory";
import { checkSize } from "@coffer/bank-files/read";
import { toDay } from "@coffer/domain/time/day";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { readCommandLine, wrongUse } from "./command-line.ts";
import type { FileAnswer, FileRequest } from "./file-worker.ts";
import { type Command, runAsProcess, writeNew } from "./target.ts";

const USAGE = {
  use: [`pnpm read-file FILE... [--answers '{"sign":"positive"}'] [--anonymous [--copy FILE]]`],
  about: "Prints what the import reads in files of banks and programs, a line of JSON each. Writes nothing.",
  words: [1, Number.POSITIVE_INFINITY],
  options: {
    answers: { type: "string", takes: "JSON", help: "answers to questions, by their ids" },
    anonymous: { type: "boolean", default: false, help: "covers every text, number and amount" },
    copy: {
      type: "string",
      takes: "FILE",
      help: "also writes an anonymous file that reads the same way; it must not exist yet",
    },
  },
} as const;

export const readFiles: Command = async (args, environment) => {
  const { files, answers, anonymous, copy } = commandLine(args);
  const now = new Date();
  const today = toDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
  let memory: Remembered[] = [];
  const lines: string[] = [];
  for (const name of files) {
    const path = resolve(callerFolder(environment), name);
    try {
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) throw new StartProblem(`${path} is not a file that can be read.`);
      checkSize(found.size);
      const bytes = new Uint8Array(await readFile(path));
      const file = await readWithin({ source: { name, bytes }, options: { today, answers, memory } });
      if (copy !== undefined) {
        const text = await anonymousCopy(bytes, name, file, chance);
        await writeNew(resolve(callerFolder(environment), copy), text);
      }
      lines.push(JSON.stringify(anonymous ? covered(name, file) : printed(name, file)));
      if (file.table && Object.keys(answers).length > 0)
        memory = withAnswers(memory, { key: file.table.memoryKey, identity: file.table.identity, answers });
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      const refused = anonymous ? coverQuotes(error.message, chance) : error.message;
      lines.push(JSON.stringify({ file: anonymous ? coveredName(name) : name, ...NOTHING, refused }));
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

type CommandLine = { files: string[]; answers: Answers; anonymous: boolean; copy: string | undefined };

function commandLine(args: string[]): CommandLine {
  const { words: files, options } = readCommandLine(USAGE, args);
  const { answers, anonymous, copy } = options;
  if (copy !== undefined && !(anonymous && files.length === 1)) throw wrongUse(USAGE);
  return { files, answers: answersIn(answers), anonymous, copy };
}

function answersIn(text = "{}"): Answers {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return Object.fromEntries(Object.entries(parsed).map(([id, value]) => [id, String(value)]));
  } catch {
    // Not JSON.
  }
  throw wrongUse(USAGE, "--answers takes a JSON object of answers by the ids of questions");
}

/** The JSON output: amounts in currency units, accounts by their last digits. */
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

const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** The extension decides how a file is read. */
const coveredName = (name: string) => `file${/\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ""}`;

/** The same output with texts, numbers and amounts covered; days and line numbers stay. */
function covered(name: string, file: BankFile): ReturnType<typeof printed> {
  const cover = (text: string) => coverText(text, chance);
  const coverCents = (amount: number) => coverAmount(Math.round(amount * 100), chance) / 100;
  const answer = printed(coveredName(name), file);
  return {
    ...answer,
    account: answer.account && cover(answer.account),
    rows: answer.rows.map((row) => ({
      ...row,
      description: cover(row.description),
      amount: coverCents(row.amount),
      reference: row.reference && cover(row.reference),
      category: row.category && cover(row.category),
    })),
    balances: answer.balances.map(({ date, amount }) => ({ date, amount: coverCents(amount) })),
    leftOut: answer.leftOut.map((line) => ({ ...line, text: cover(line.text) })),
    questions: answer.questions.map((question) => ({
      ...question,
      text: coverQuotes(question.text, chance),
      options: question.options.map(({ value, text }) =>
        question.id === "person"
          ? { value: cover(value), text: cover(text) }
          : { value, text: coverQuotes(text, chance) },
      ),
    })),
  };
}

/** Milliseconds, as on the page. */
const MAX_TIME = 20_000;
const TOO_LONG = "Reading this file takes too long. Download a shorter period from your bank.";

/**
 * Reads a file in its own thread, terminated after the time limit, which begins once the code is loaded. Rejects with
 * FileRefusal.
 */
export function readWithin(request: FileRequest, limit = MAX_TIME): Promise<BankFile> {
  const worker = new Worker(new URL("./file-worker.ts", import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<BankFile>();
  let timer: NodeJS.Timeout | undefined;
  worker.on("error", reject);
  worker.on("message", (answer: FileAnswer) => {
    if (answer === "ready") timer = setTimeout(() => reject(new FileRefusal(TOO_LONG)), limit);
    else if ("read" in answer) resolve(answer.read);
    else reject(new FileRefusal(answer.refusal));
  });
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}

if (import.meta.main) await runAsProcess(readFiles);
