import type { Id } from "../id.ts";
import { type Cents, type Currency, cents, formatMoney, minus, ZERO } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { pluralize } from "../text/plural.ts";
import { type Month, monthLabel } from "../time/month.ts";
import type { ActivityEntry, EntryOf } from "./activity.ts";

/** The text is stored and mailed in American format; `serverText` converts it to the reader's. */
type Reader = { nameOf: (userId: Id) => string; currency: Currency; month: Month };

/** "Ben entered 4 transactions, Ana raised Dining out by $50.00"; null if there are only undone changes. */
export function activitySummary(entries: readonly ActivityEntry[], reader: Reader): string | null {
  const byPerson = new Map<Id, ActivityEntry[]>();
  for (const entry of entries) {
    if (entry.by === null || entry.undoes !== null || entry.undoneBy !== null) continue;
    if (entry.kind === "plan" && raisedBy(entry) === ZERO) continue;
    byPerson.set(entry.by, [...(byPerson.get(entry.by) ?? []), entry]);
  }
  const people = [...byPerson].map(([id, done]) => `${reader.nameOf(id)} ${changesText(done, reader)}`);
  return people.length === 0 ? null : people.join(", ");
}

function changesText(entries: readonly ActivityEntry[], reader: Reader): string {
  const entered = entries.filter(({ kind, action }) => kind === "transaction" && action === "created").length;
  const plans = entries.filter((entry) => entry.kind === "plan");
  const accepted = entries.filter(isAcceptance).length;
  const others = entries.length - entered - plans.length - accepted;
  const [only] = plans;
  const parts = [
    accepted > 0 && "accepted the invitation",
    entered > 0 && `entered ${pluralize(entered, "transaction")}`,
    only && (plans.length === 1 ? planned(only, reader) : `changed ${pluralize(plans.length, "plan")}`),
    others > 0 &&
      `made ${pluralize(others, entered + plans.length + accepted > 0 ? "other change" : "change")}`,
  ].filter((part) => typeof part === "string");
  return parts.length === 1 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const isAcceptance = ({ kind, before, after }: ActivityEntry): boolean =>
  kind === "share" && before !== null && !before.opened && after?.opened === true;

const raisedBy = ({ before, after }: EntryOf<"plan">): Cents =>
  minus(after?.projected ?? ZERO, before?.projected ?? ZERO);

function planned(entry: EntryOf<"plan">, { currency, month }: Reader): string {
  const by = raisedBy(entry);
  const of = (entry.after ?? entry.before)?.month ?? month;
  const amount = formatMoney(cents(Math.abs(by)), currency, AMERICAN);
  return `${by < 0 ? "lowered" : "raised"} ${entry.label} by ${amount}${of === month ? "" : ` for ${monthLabel(of)}`}`;
}
