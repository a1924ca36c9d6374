import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Item, ledgerPartition } from "./item.ts";
import { noteUnreadable } from "./spending.ts";
import type { Table } from "./table.ts";

/** Parses each item, and skips invalid ones, so that one bad item does not hide the others. */
export const readEach = <T>(items: readonly Item[], read: (item: Item) => T): T[] =>
  items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof v.ValiError)) throw error;
      noteUnreadable(item);
      return [];
    }
  });

export const readAll = async <T>(table: Table, ownerId: Id, prefix: string, read: (item: Item) => T) =>
  readEach(await table.list(ledgerPartition(ownerId), prefix), read);
