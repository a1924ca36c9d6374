import { IDEMPOTENCY_HEADER } from "@coffer/contract/error";
import { beforeAll, expect, test } from "vitest";
import { CALLS, sampleOf } from "./calls.ts";
import { createFixtures, type Fixtures, shareWith, signedIn } from "./fixtures.ts";
import { startProduct } from "./harness.ts";

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(await startProduct());
});

let keys = 0;
const freshKey = () => ({ [IDEMPOTENCY_HEADER]: `deletion-${++keys}` });
const DELETIONS = CALLS.filter(({ endpoint }) => endpoint.method === "DELETE" && endpoint.status === 204);

test.each(DELETIONS)("a repeat of $name under its Idempotency-Key gets the first answer", async (call) => {
  const person = await signedIn(fixtures.owner);
  const { path } = await sampleOf(call, fixtures, person);
  const key = freshKey();
  expect((await person.delete(path, key)).status).toBe(204);
  expect((await person.delete(path, key)).status).toBe(204);
});

test("deleting an unknown thing is refused repeatedly", async () => {
  const person = await signedIn(fixtures.owner);
  const key = freshKey();
  for (const _ of [1, 2]) expect((await person.delete("/api/rules/7", key)).status).toBe(404);
});

test("a key belongs to one deletion", async () => {
  const person = await signedIn(fixtures.owner);
  const call = CALLS.find(({ name }) => name === "rules.remove");
  if (!call) throw new Error("rules cannot be deleted");
  const key = freshKey();
  const { path } = await sampleOf(call, fixtures, person);
  await person.delete(path, key);
  const { path: other } = await sampleOf(call, fixtures, person);
  expect((await person.delete(other, key)).status).toBe(409);
});

test("a repeat of leaving a budget gets the first answer", async () => {
  const { product } = fixtures;
  const owner = await signedIn(fixtures.owner);
  const member = await product.person();
  await owner.post("/api/share-budget", { ...shareWith(member.email), permissionType: "member" });
  const there = (await signedIn(member)).asOwner(owner.id);
  await there.get("/api/ledger");
  const key = freshKey();
  const answers = [];
  for (const _ of [1, 2]) answers.push((await there.delete(`/api/ledger/members/${member.id}`, key)).status);
  expect(answers).toEqual([204, 204]);
});
