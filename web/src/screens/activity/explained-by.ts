import type { ActivityEntry } from "@coffer/domain/activity";
import { type Month, monthOfDay } from "@coffer/domain/month";
import type { Explained } from "../../search.ts";
import { severalOf } from "../../shell/WhyLink.tsx";

/** The number that the amounts of an entry's sentence are, or count in; undefined where it has none. */
export function explainedBy(entry: ActivityEntry): { why: Explained; month?: Month } | undefined {
  switch (entry.kind) {
    case "transaction": {
      const one = entry.after ?? entry.before;
      return one ? { why: one.categoryId, month: monthOfDay(one.date) } : undefined;
    }
    case "plan": {
      const one = entry.after ?? entry.before;
      return one ? { why: `plan-${one.categoryId}`, month: one.month } : undefined;
    }
    case "month": {
      const one = entry.after ?? entry.before;
      const ids = one?.plans?.map(({ categoryId }) => categoryId) ?? [];
      return one && ids.length > 0 ? { why: `plan-${severalOf(ids)}`, month: one.month } : undefined;
    }
    case "goal": {
      const one = entry.after ?? entry.before;
      return one ? { why: `goal-${one.id}` } : undefined;
    }
    case "subscription": {
      const one = entry.after ?? entry.before;
      return one ? { why: `subscription-${one.id}` } : undefined;
    }
    case "category":
    case "milestone":
    case "share":
    case "import":
      return undefined;
  }
}
