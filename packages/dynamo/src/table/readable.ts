import * as v from "valibot";
import type { Item } from "./item.ts";
import { noteUnreadable } from "./spending.ts";

/** Reads each item; one that cannot be read is left out, so that a bad item hides none of the others. */
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
