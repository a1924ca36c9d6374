import type { Answered, BankFile, Question, QuestionId } from "@coffer/bank-files/bank-file";
import type { Answers } from "@coffer/bank-files/memory";
import type { TableLayout } from "@coffer/bank-files/table/layout";
import type { Cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import { useEffect, useEffectEvent, useState } from "react";
import type { FileAnswer } from "../../import/preview-rows.ts";
import { startFileReader } from "../../import/read-in-worker.ts";
import { rememberAnswers, rememberedAnswers } from "../../import/remembered.ts";
import { ownStorage } from "../../session/own-storage.ts";
import { takeSharedFile } from "../../worker/shared-file.ts";

/** While a file is being read it has neither `read` nor `refusal`; it has both if a correction cannot be applied. */
export type DroppedFile = {
  id: number;
  file: File;
  read?: BankFile;
  refusal?: string;
  answers: Answers;
  /** Amounts in the budget's currency for rows in other currencies, by the row's id. */
  converted: ReadonlyMap<string, Cents>;
  corrected?: Partial<TableLayout>;
};

let lastId = 0;

/** `currency` is the budget's, used for files that name none. */
export function useFiles(today: Day, currency: string) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const [reader] = useState(startFileReader);
  useEffect(() => reader.close, [reader]);

  const addShared = useEffectEvent((file: File) => add([file]));
  useEffect(() => void takeSharedFile().then((file) => file && addShared(file)), []);

  /** Reads a file. Answers and corrections are remembered for the next file of the same account. */
  async function read(dropped: DroppedFile): Promise<void> {
    const { id, file, answers, corrected, read: before } = dropped;
    const outcome = await reader
      .read(file, { today, currency, memory: rememberedAnswers(ownStorage), answers, corrected })
      .then((result) => ({ read: result }))
      .catch((error: unknown) => ({
        ...(before && { read: before }),
        refusal: error instanceof Error ? error.message : "This file could not be read.",
      }));
    const table = "refusal" in outcome ? undefined : outcome.read.table;
    if (table && (Object.keys(answers).length > 0 || corrected?.columns)) {
      const layout = corrected?.columns ? { layout: corrected } : {};
      rememberAnswers(ownStorage, { key: table.memoryKey, identity: table.identity, answers, ...layout });
    }
    const next = { id, file, answers, ...(corrected && { corrected }), ...outcome };
    setFiles((files) => files.map((one) => (one.id === id ? { ...next, converted: one.converted } : one)));
  }

  function add(dropped: readonly File[]) {
    const fresh = dropped.map((file) => ({ id: ++lastId, file, answers: {}, converted: new Map() }));
    setFiles((before) => [...before, ...fresh]);
    for (const one of fresh) void read(one);
  }

  return {
    files,
    add,
    remove: (id: number) => setFiles((before) => before.filter((one) => one.id !== id)),
    /** Reads the file again with an answer. */
    answer(dropped: DroppedFile, id: string, value: string) {
      const answered = { ...dropped, answers: { ...dropped.answers, [id]: value } };
      setFiles((before) => before.map((one) => (one.id === dropped.id ? answered : one)));
      void read(answered);
    },
    /** Sets a row's amount in the budget's currency; undefined leaves the row out. */
    convert(file: number, row: string, amount: Cents | undefined) {
      setFiles((before) =>
        before.map((one) => {
          if (one.id !== file) return one;
          const converted = new Map(one.converted);
          if (amount === undefined) converted.delete(row);
          else converted.set(row, amount);
          return { ...one, converted };
        }),
      );
    },
    /** Reads the file again with the person's layout. */
    correct: (dropped: DroppedFile, corrected: Partial<TableLayout>) => void read({ ...dropped, corrected }),
  };
}

/** The id of a question's element, to which its rows link. */
export const questionId = (file: number, question: QuestionId): string =>
  `import-question-${file}-${question}`;

/** What an answer decides, as its rows name it. */
const DECIDES: Record<QuestionId, string> = {
  sign: "direction",
  direction: "direction",
  dateOrder: "date",
  date: "date",
  year: "year",
  decimalMark: "amount",
  amount: "amount",
  amountColumn: "amount",
  fee: "fee",
  encoding: "letters",
  description: "description",
  textColumn: "description",
  person: "person",
  account: "account",
};

/** The answers that the rows of a file follow. */
export function answersIn({ id, read }: DroppedFile): FileAnswer[] {
  return (read?.answered ?? []).map((answered) => ({
    question: questionId(id, answered.id),
    decides: DECIDES[answered.id],
    lines: new Set(answered.lines),
  }));
}

/** The questions with choices, in a stable order. */
export function questionsIn(read: BankFile | undefined): (Question | Answered)[] {
  return [...(read?.questions ?? []), ...(read?.answered ?? [])]
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** True if the file is not imported until a question without a proposed answer is answered. */
export function hasOpenQuestion({ read }: DroppedFile): boolean {
  return read?.questions.some(({ proposed }) => proposed === null) ?? false;
}
