import { matchFiles } from "@coffer/domain/import/import-match";
import { describe, expect, test } from "vitest";
import { answersOf, differences, expectationOf, names, readFixture, sequences } from "../test/expectation.ts";
import { type BankFile, toImportRow } from "./bank-file.ts";
import { type Remembered, withAnswers } from "./memory.ts";

const isOpen = (file: BankFile) => file.questions.some(({ proposed }) => proposed === null);

describe("files of banks and programs", () => {
  for (const name of names) {
    const expected = expectationOf(name);
    if (expected.refused)
      test(`${expected.layout} is refused with an explanation`, async () => {
        const refusal = await readFixture(name);
        expect(refusal).toEqual(expect.stringMatching(new RegExp(expected.sentence ?? ".", "i")));
      });
    else
      test(`${expected.layout} is read correctly${expected.mustAsk ? " after its questions" : ""}`, async () => {
        const first = await readFixture(name);
        if (typeof first === "string") throw new Error(first);
        if (expected.mustAsk) expect(isOpen(first)).toBe(true);
        else if (!expected.mayAsk) expect(first.questions).toEqual([]);
        const file = expected.mustAsk
          ? await readFixture(name, { answers: answersOf(expected.answer) })
          : first;
        if (typeof file === "string") throw new Error(file);
        expect(differences(file, expected)).toEqual([]);
      });
  }
});

describe("several files in sequence", () => {
  for (const { point, steps, total } of sequences) {
    test(point, async () => {
      let memory: Remembered[] = [];
      const read: BankFile[] = [];
      for (const { file: name, asks, answer } of steps) {
        const first = await readFixture(name, { memory });
        if (typeof first === "string") throw new Error(first);
        if (asks !== "may") expect(first.questions.length > 0).toBe(asks);
        const answers = answersOf(answer);
        const file = answer === undefined ? first : await readFixture(name, { memory, answers });
        if (typeof file === "string") throw new Error(file);
        if (file.table && answer !== undefined)
          memory = withAnswers(memory, { key: file.table.memoryKey, identity: file.table.identity, answers });
        expect(differences(file, expectationOf(name))).toEqual([]);
        read.push(file);
      }
      if (total === undefined) return;
      const matches = matchFiles(
        read.map(({ rows }) => rows.map(toImportRow)),
        [],
      );
      expect(matches.map((file) => file.filter(({ state }) => state === "new").length)).toEqual(
        steps.map((step) => step.new),
      );
      expect(matches.flat().filter(({ state }) => state === "new")).toHaveLength(total);
    });
  }
});
