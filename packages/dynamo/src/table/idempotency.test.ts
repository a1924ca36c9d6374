import { createIdempotentDeletion } from "@coffer/core/idempotency";
import { notFound } from "@coffer/core/refusal";
import { DAY_MS } from "@coffer/domain/time/day";
import { expect, inject, test } from "vitest";
import { freshTable } from "../../../test/store.ts";

const KEY = { key: "deletion-1", request: "one" };

test("an interrupted deletion is finished by its retry, however far it had come", async () => {
  const { store } = await freshTable(inject("engine"));
  let now = Date.parse("2026-11-21T12:00:00Z");
  const deleteOnce = createIdempotentDeletion(store, { clock: () => now });
  const breaks = async () => {
    throw new Error("the process died");
  };
  const isGone = async () => {
    throw notFound("Rule");
  };
  await expect(deleteOnce(1, KEY, breaks)).rejects.toThrow("died");
  await expect(deleteOnce(1, { ...KEY, request: "other" }, isGone)).rejects.toThrow(
    "used for another request",
  );
  await expect(deleteOnce(2, KEY, isGone)).rejects.toThrow("Rule not found");
  await deleteOnce(1, KEY, isGone);
  await deleteOnce(1, KEY, breaks);
  now += 2 * DAY_MS;
  await expect(deleteOnce(1, KEY, isGone)).rejects.toThrow("Rule not found");
});
