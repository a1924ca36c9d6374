import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDay } from "@coffer/domain/time/day";
import { expect, test } from "vitest";
import { readFiles, readWithin } from "./read-file.ts";

const folder = () => mkdtempSync(join(tmpdir(), "coffer-read-file-"));
const CARD = "03/03/2026,KINO,13.50\n19/03/2026,CYCLES,48.20\n";

test("prints a line of JSON for each file", async () => {
  const at = folder();
  writeFileSync(join(at, "card.csv"), CARD);
  writeFileSync(join(at, "statement.pdf"), "%PDF-1.4\n");
  const lines = (await readFiles(["card.csv", "statement.pdf"], { INIT_CWD: at })).split("\n");
  const [card, pdf] = lines.map((line) => JSON.parse(line));
  expect(card).toMatchObject({ file: "card.csv", format: "csv", rows: [], refused: null });
  expect(card.questions).toEqual([expect.objectContaining({ id: "sign", proposed: null })]);
  expect(pdf).toMatchObject({ file: "statement.pdf", rows: [], refused: expect.stringContaining("PDF") });
});

test("covers all personal data in an anonymous answer", async () => {
  const at = folder();
  writeFileSync(join(at, "card.csv"), CARD);
  const answers = ["--answers", '{"sign":"positive"}'];
  const [row] = JSON.parse(await readFiles(["card.csv", ...answers], { INIT_CWD: at })).rows;
  expect(row).toEqual({
    line: 1,
    date: "2026-03-03",
    description: "KINO",
    amount: -13.5,
    currency: null,
    reference: null,
    category: null,
    transfer: false,
  });
  const covered = await readFiles(["card.csv", ...answers, "--anonymous", "--copy", "copy.csv"], {
    INIT_CWD: at,
  });
  expect(JSON.parse(covered).rows).toHaveLength(2);
  for (const text of [covered, readFileSync(join(at, "copy.csv"), "utf8")])
    expect(text).not.toMatch(/KINO|CYCLES/);
});

test("refuses a file that takes longer than the limit", async () => {
  const source = { name: "card.csv", bytes: new TextEncoder().encode(CARD) };
  const reading = readWithin({ source, options: { today: toDay(2026, 11, 26) } }, 0);
  await expect(reading).rejects.toThrow(/takes too long/);
});

test.each([
  [[], /Use: pnpm read-file/],
  [["a.csv", "--copy", "b.csv"], /Use: pnpm read-file/],
  [["a.csv", "--answers", "nonsense"], /takes a JSON object/],
  [["missing.csv"], /missing.csv is not a file that can be read/],
  [["."], /is not a file that can be read/],
  [["a.csv", "--anonymous", "--copy", "a.csv"], /a.csv already exists/],
])("refuses %s", async (args, sentence) => {
  const at = folder();
  writeFileSync(join(at, "a.csv"), CARD);
  await expect(readFiles(args, { INIT_CWD: at })).rejects.toThrow(sentence);
});
