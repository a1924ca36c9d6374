import { expect, test } from "vitest";
import { beforeAnswer, behindAnswer } from "./afterwards.ts";
import { createLog } from "./log.ts";

test("runs work before the answer", async () => {
  const lines: string[] = [];
  const done: string[] = [];
  const afterwards = beforeAnswer(createLog((line) => lines.push(line)));
  await afterwards("a", async () => void done.push("first"));
  await afterwards("a", () => Promise.reject(new Error("no database")));
  expect(done).toEqual(["first"]);
  expect(lines.join()).toContain("no database");
});

test("runs only the latest waiting work of a key after the answer", async () => {
  const done: string[] = [];
  const lines: string[] = [];
  const { afterwards, idle } = behindAnswer(createLog((line) => lines.push(line)));
  const first = Promise.withResolvers<void>();
  await afterwards("a", () => first.promise);
  for (const name of ["second", "third"]) await afterwards("a", async () => void done.push(name));
  await afterwards("b", async () => void done.push("beside"));
  await afterwards("c", () => Promise.reject(new Error("no database")));
  first.resolve();
  await idle();
  expect(done).toEqual(["beside", "third"]);
  expect(lines.join()).toContain("no database");
});
