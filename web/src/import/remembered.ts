import { type Remembered, remembered, withAnswers } from "@coffer/bank-files/memory";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";

const ANSWERS = "import.answers";
const PAYERS = "import.payers";

type Store = Pick<Storage, "getItem" | "setItem">;

/** Remembers on this device the answers about an account's files. */
export function rememberAnswers(store: Store, latest: Remembered): void {
  write(store, ANSWERS, withAnswers(rememberedAnswers(store), latest));
}

export function rememberedAnswers(store: Store): Remembered[] {
  const stored = read(store, ANSWERS);
  return Array.isArray(stored) ? stored.filter((entry) => v.is(remembered, entry)) : [];
}

/** Remembers on this device to whom an account belongs. */
export function rememberPayer(store: Store, account: string, payer: Id): void {
  write(store, PAYERS, { ...payers(store), [account]: payer });
}

export const rememberedPayer = (store: Store, account: string): Id | undefined => payers(store)[account];

function payers(store: Store): Record<string, Id> {
  const stored = read(store, PAYERS);
  return v.is(v.record(v.string(), v.number()), stored) ? stored : {};
}

function read(store: Store, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? "null");
  } catch {
    return undefined;
  }
}

function write(store: Store, name: string, value: unknown): void {
  try {
    store.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage only this convenience is lost.
  }
}
