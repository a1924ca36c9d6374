import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Layout, layout } from "./parsed-file.ts";

const LAYOUTS = "import.layouts";
const PAYERS = "import.payers";
/** A household's banks have fewer. */
const MAX_LAYOUTS = 50;

type Store = Pick<Storage, "getItem" | "setItem">;

const layoutOfHeader = v.tuple([v.string(), layout]);

/** Remembers on this device how files with a header are read, the latest first. */
export function rememberLayout(store: Store, headerKey: string, layout: Layout): void {
  const others = rememberedLayouts(store).filter(([key]) => key !== headerKey);
  write(store, LAYOUTS, [[headerKey, layout], ...others].slice(0, MAX_LAYOUTS));
}

export function rememberedLayouts(store: Store): v.InferOutput<typeof layoutOfHeader>[] {
  const stored = read(store, LAYOUTS);
  return Array.isArray(stored) ? stored.filter((entry) => v.is(layoutOfHeader, entry)) : [];
}

/** Remembers on this device whose account files of a kind are of. */
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
    // A full or forbidden storage costs the convenience only.
  }
}
