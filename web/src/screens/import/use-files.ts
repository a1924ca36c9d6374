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

/** Has neither `read` nor `refusal` while it is being read, and both if it cannot be read as corrected. */
export type DroppedFile = {
  id: number;
  file: File;
  read?: BankFile;
  refusal?: string;
  answers: Answers;
  /** In the budget's currency, for rows in others, by the row's id. */
  converted: ReadonlyMap<string, Cents>;
  corrected?: Partial<TableLayout>;
};

let lastId = 0;

/** `currency` is the budget's, for files that name none. */
export function useFiles(today: Day, currency: string) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const [reader] = useState(startFileReader);
  useEffect(() => reader.close, [reader]);

  const addShared = useEffectEvent((file: File) => add([file]));
  useEffect(() => void takeSharedFile().then((file) => file && addShared(file)), []);

  /** Reads a file; what a person said about it is remembered for the next one of its account. */
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
    /** Reads it again with an answer. */
    answer(dropped: DroppedFile, id: string, value: string) {
      const answered = { ...dropped, answers: { ...dropped.answers, [id]: value } };
      setFiles((before) => before.map((one) => (one.id === dropped.id ? answered : one)));
      void read(answered);
    },
    /** Brings in a row of another currency by its amount in the budget's; without one it is left out. */
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
    /** Reads it again as the person says. */
    correct: (dropped: DroppedFile, corrected: Partial<TableLayout>) => void read({ ...dropped, corrected }),
  };
}

/** The element of a question, to which the rows that it decides lead. */
export const questionId = (file: number, question: QuestionId): string =>
  `import-question-${file}-${question}`;

/** The word with which a row names what an answer decides. */
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

/** The questions that are answered by a choice, in an order that answers do not change. */
export function questionsIn(read: BankFile | undefined): (Question | Answered)[] {
  return [...(read?.questions ?? []), ...(read?.answered ?? [])]
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Asked for a fact that nothing in the file speaks for: nothing comes in before it is answered. */
export function hasOpenQuestion({ read }: DroppedFile): boolean {
  return read?.questions.some(({ proposed }) => proposed === null) ?? false;
}
