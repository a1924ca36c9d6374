import type { Id } from "../id.ts";
import { type Currency, cents, formatMoney, minus, ZERO } from "../money/money.ts";
import { pluralize } from "../text/plural.ts";
import type { ActivityEntry, EntryOf } from "./activity.ts";

/**
 * What others did, for the daily summary: "Ben entered 4 transactions, Ana raised Dining out by $50.00"; null where
 * nothing is left of it. Changes that were undone, and their undos, are left out, as is the daily job.
 */
export function activitySummary(
  entries: readonly ActivityEntry[],
  { nameOf, currency }: { nameOf: (userId: Id) => string; currency: Currency },
): string | null {
  const byPerson = new Map<Id, ActivityEntry[]>();
  for (const entry of entries) {
    if (entry.by === null || entry.undoes !== null || entry.undoneBy !== null) continue;
    byPerson.set(entry.by, [...(byPerson.get(entry.by) ?? []), entry]);
  }
  const people = [...byPerson].map(([id, done]) => `${nameOf(id)} ${changesText(done, currency)}`);
  return people.length === 0 ? null : people.join(", ");
}

function changesText(entries: readonly ActivityEntry[], currency: Currency): string {
  const entered = entries.filter(({ kind, action }) => kind === "transaction" && action === "created").length;
  const plans = entries.filter((entry) => entry.kind === "plan");
  const others = entries.length - entered - plans.length;
  const [only] = plans;
  const parts = [
    entered > 0 && `entered ${pluralize(entered, "transaction")}`,
    only && (plans.length === 1 ? planned(only, currency) : `changed ${pluralize(plans.length, "plan")}`),
    others > 0 && `made ${pluralize(others, entered + plans.length > 0 ? "other change" : "change")}`,
  ].filter((part) => typeof part === "string");
  return parts.length === 1 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function planned({ label, before, after }: EntryOf<"plan">, currency: Currency): string {
  const by = minus(after?.projected ?? ZERO, before?.projected ?? ZERO);
  return `${by < 0 ? "lowered" : "raised"} ${label} by ${formatMoney(cents(Math.abs(by)), currency)}`;
}
