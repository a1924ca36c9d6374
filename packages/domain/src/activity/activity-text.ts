import { shownFields } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, formatMoney, formatWhole, minus, ZERO } from "../money/money.ts";
import { paymentAmount } from "../payment/payment.ts";
import { PERMISSION_LABELS } from "../share/sharing.ts";
import { flowOf } from "../subscription/subscription.ts";
import { pluralize } from "../text/plural.ts";
import { yearOfDay } from "../time/day.ts";
import { withSameDayFormat } from "../time/format-day.ts";
import { type Month, monthLabel, monthName, yearOf } from "../time/month.ts";
import { transaction } from "../transaction/definition.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { ActivityEntry, EntryOf } from "./activity.ts";
import type { ActivityKind } from "./kinds.ts";
import { fieldText, type Reader, type Writer } from "./versions.ts";

type Sentence = { entry: ActivityEntry; who: string };

/** "Ben changed Groceries in November from $400 to $450"; `who` is a name, "You", or "Coffer" for the daily job. */
export function activityTexts(sentences: readonly Sentence[], reader: Reader): string[] {
  return withSameDayFormat(reader.today, reader.locale, (formatDay) => {
    const writer = { ...reader, formatDay };
    return sentences.map(({ entry, who }) => {
      const text = entry.action === "undone" ? undoneText(entry, writer) : changeText(entry, writer);
      return `${who} ${text}`;
    });
  });
}

const TEXTS: { [Kind in ActivityKind]: (entry: EntryOf<Kind>, writer: Writer) => string } = {
  transaction: transactionText,
  payment: paymentText,
  category: categoryText,
  plan: planText,
  month: monthText,
  goal: goalText,
  milestone: (entry, writer) => `${verb(entry)} ${subjectOf(entry, writer)}`,
  subscription: subscriptionText,
  share: shareText,
  settlement: settlementText,
  account: accountText,
  point: pointText,
  import: importText,
  review: reviewText,
};

const changeText = <Kind extends ActivityKind>(entry: EntryOf<Kind>, writer: Writer): string =>
  TEXTS[entry.kind](entry, writer);

function undoneText(entry: ActivityEntry, writer: Writer): string {
  const what = subjectOf(entry, writer);
  if (entry.kind === "month") return `undid the ${entry.before?.plans ? "plan" : "reset"} of ${what}`;
  if (entry.kind === "import" && entry.after === null) return `undid ${what}`;
  if (entry.before === null) return `brought back ${what}`;
  return entry.after === null ? `took back ${what}` : `undid a change of ${what}`;
}

function transactionText(entry: EntryOf<"transaction">, writer: Writer): string {
  const { currency, locale, nameOf, formatDay } = writer;
  const { before, after, label } = entry;
  const one = after ?? before;
  if (one?.others) {
    const all = subjectOf(entry, writer);
    return after ? `moved ${all} to ${nameOf(after.categoryId) ?? "a deleted category"}` : `deleted ${all}`;
  }
  if (!before || !after) {
    const details = one ? `, ${formatMoney(one.amount, currency, locale)}, of ${formatDay(one.date)}` : "";
    return `${verb(entry)} ${one?.refund ? "the refund " : ""}${label}${details}`;
  }
  const changes = changedFields(before, after, writer);
  return changes.length === 0 ? `changed ${label}` : `changed ${label}: ${changes.join(", ")}`;
}

/** Texts such as "the amount from $3 to $4"; changed types and flags are not mentioned. */
function changedFields(before: Transaction, after: Transaction, writer: Writer): string[] {
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const named = { ...writer, nameOf: (id: Id) => writer.nameOf(id) ?? "a deleted category" };
  return shownFields(transaction).flatMap((field) => {
    const { name, label, reads } = field;
    const [from, to] = [left.get(name) ?? null, right.get(name) ?? null];
    if (from === to || reads === "choice" || reads === "flag") return [];
    if (name === "description") return [`its name to ${to}`];
    const [old, now] = [from, to].map((value) => fieldText(field, value, named));
    const what = `the ${label.toLowerCase()}`;
    return [reads === "text" ? what : `${what} from ${old} to ${now}`];
  });
}

function paymentText(entry: EntryOf<"payment">, { currency, locale, formatDay }: Writer): string {
  const { before, after, label } = entry;
  const { lines } = after ?? before ?? { lines: [] };
  const [first] = lines;
  if (!first) return `${verb(entry)} ${label}`;
  const split = `${formatMoney(paymentAmount(lines), currency, locale)} in ${pluralize(lines.length, "line")}`;
  return before && after
    ? `changed ${label}: ${split}`
    : `${verb(entry)} ${label}, ${split}, of ${formatDay(first.date)}`;
}

function settlementText(
  { before, after, label }: EntryOf<"settlement">,
  { currency, locale, formatDay }: Writer,
) {
  const one = after ?? before;
  return one
    ? `recorded ${formatMoney(one.amount, currency, locale)} ${label}, of ${formatDay(one.date)}`
    : `settled up ${label}`;
}

function accountText(entry: EntryOf<"account">, writer: Writer): string {
  const { before, after } = entry;
  if (before && after && Boolean(before.closed) !== Boolean(after.closed))
    return `${after.closed ? "closed" : "reopened"} ${subjectOf(entry, writer)}`;
  return `${verb(entry)} ${subjectOf(entry, writer)}`;
}

function pointText(
  { before, after, label }: EntryOf<"point">,
  { currency, locale, formatDay }: Writer,
): string {
  const [from, to] = [before, after].map((point) => point && formatMoney(point.amount, currency, locale));
  const day = (after ?? before)?.date;
  const of = day ? `${label} on ${formatDay(day)}` : label;
  if (!to) return `deleted the balance of ${of}: ${from}`;
  return from
    ? `changed the balance of ${of} from ${from} to ${to}`
    : `entered ${to} as the balance of ${of}`;
}

function importText({ after, label }: EntryOf<"import">): string {
  const { added = 0, toReview = 0 } = after ?? {};
  const parts = [
    (added > 0 || toReview === 0) && `imported ${pluralize(added, "transaction")}`,
    toReview > 0 && `put ${pluralize(toReview, "row")} into review`,
  ].filter((part) => typeof part === "string");
  return added + toReview === 0
    ? `matched ${label} with what was here`
    : `${parts.join(" and ")} from ${label}`;
}

function reviewText(entry: EntryOf<"review">): string {
  const what = subjectOfReview(entry);
  const { rows = [] } = entry.after ?? {};
  const isAside = (state: string) => rows.length > 0 && rows.every((row) => row.state === state);
  if (isAside("transfer")) return `marked ${what} as moved between own accounts`;
  return isAside("left-out") ? `left out ${what}` : `accepted ${what} from review`;
}

function subjectOfReview({ before, after, label }: EntryOf<"review">): string {
  const ids = [before, after].flatMap((side) => side?.rows ?? []).map(({ id }) => id);
  const count = new Set(ids).size;
  return count === 1 ? label : pluralize(count, "row");
}

function categoryText(entry: EntryOf<"category">): string {
  const { before, after, label } = entry;
  if (before && after && before.name !== after.name)
    return `renamed the category ${before.name} to ${after.name}`;
  if (before && after && Boolean(before.archived) !== Boolean(after.archived))
    return after.archived
      ? `archived the category ${label}`
      : `took the category ${label} out of the archive`;
  const { transactions = 0, movedTo } = before ?? {};
  const text = `${verb(entry)} the category ${label}`;
  if (after || transactions === 0) return text;
  const all = pluralize(transactions, "transaction");
  return movedTo ? `${text} and moved its ${all} to ${movedTo.name}` : `${text} with its ${all}`;
}

function planText(entry: EntryOf<"plan">, writer: Writer): string {
  const { before, after, label } = entry;
  const month = monthIn((after ?? before)?.month, writer);
  const [from, to] = money(writer, before?.projected ?? ZERO, after?.projected ?? ZERO);
  if (!after) return `removed the plan of ${from} for ${label} in ${month}`;
  return before
    ? `changed ${label} in ${month} from ${from} to ${to}`
    : `planned ${to} for ${label} in ${month}`;
}

function monthText(entry: EntryOf<"month">, writer: Writer): string {
  const month = subjectOf(entry, writer);
  const { action, before, after } = entry;
  if (action === "reset") return `reset the actuals of ${month}`;
  const plans = after?.plans ?? [];
  const isOne = new Set(plans.map((plan) => plan.month)).size <= 1;
  const planned = isOne ? plans.length : new Set(plans.map(({ categoryId }) => categoryId)).size;
  if (action !== "changed") return `planned ${pluralize(planned, "category", "categories")} in ${month}`;
  const moved = plans.map(({ categoryId, projected }) => {
    const old = before?.plans?.find((plan) => plan.categoryId === categoryId)?.projected ?? ZERO;
    return { by: minus(projected, old), name: writer.nameOf(categoryId) ?? "a deleted category" };
  });
  const [from, to] = moved.toSorted((a, b) => a.by - b.by);
  if (moved.length !== 2 || !from || !to)
    return `changed the plans of ${pluralize(plans.length, "category", "categories")} in ${month}`;
  return `moved ${money(writer, to.by)[0]} from ${from.name} to ${to.name} in ${month}`;
}

function goalText(entry: EntryOf<"goal">, writer: Writer): string {
  const { before, after } = entry;
  const goal = subjectOf(entry, writer);
  if (!before || !after) return `${verb(entry)} ${goal}`;
  const statuses = { completed: "completed", cancelled: "cancelled", "in-progress": "reopened" };
  if (before.status !== after.status) return `${statuses[after.status]} ${goal}`;
  const by = minus(after.currentAmount, before.currentAmount);
  if (by === 0) return `changed ${goal}`;
  const amount = formatMoney(cents(Math.abs(by)), writer.currency, writer.locale);
  return by > 0 ? `added ${amount} to ${goal}` : `took ${amount} out of ${goal}`;
}

function subscriptionText(entry: EntryOf<"subscription">, writer: Writer): string {
  const { before, after, action, label } = entry;
  const { currency, locale, formatDay } = writer;
  const due = before ? ` due ${formatDay(before.nextPaymentDate)}` : "";
  const [tied] = before?.transactions ?? [];
  if (action === "paid" && tied) return `took ${tied.description} as the payment of ${label}${due}`;
  if (action === "skipped") return `skipped the payment of ${label}${due}`;
  if (action === "paid" && before && flowOf(before) === "income")
    return `recorded ${label}: ${formatMoney(before.amount, currency, locale)},${due}`;
  if (action === "paid" && before)
    return `marked ${label} as paid: ${formatMoney(before.amount, currency, locale)},${due}`;
  if (before && after && before.amount !== after.amount) {
    const [from, to] = [before.amount, after.amount].map((amount) => formatMoney(amount, currency, locale));
    return `changed ${subjectOf(entry, writer)} from ${from} to ${to}`;
  }
  return `${verb(entry)} ${subjectOf(entry, writer)}`;
}

function shareText(entry: EntryOf<"share">, writer: Writer): string {
  const { before, after, label } = entry;
  if (!after) return `ended ${subjectOf(entry, writer)}`;
  if (before && after.opened && !before.opened) return "accepted the invitation to the budget";
  const permission = PERMISSION_LABELS[after.permission];
  return before
    ? `changed the access of ${label} from ${PERMISSION_LABELS[before.permission]} to ${permission}`
    : `shared the budget with ${label}: ${permission}`;
}

function subjectOf(entry: ActivityEntry, writer: Writer): string {
  const { kind, label } = entry;
  switch (kind) {
    case "transaction": {
      const { others } = entry.after ?? entry.before ?? {};
      return others ? pluralize(others.length + 1, "transaction") : label;
    }
    case "plan":
      return `the plan for ${label} in ${monthIn((entry.after ?? entry.before)?.month, writer)}`;
    case "month":
      return monthsIn(entry.after ?? entry.before, writer);
    case "point":
      return `the balance of ${label}`;
    case "share":
      return `the share with ${label}`;
    case "import":
      return `the import of ${label}`;
    case "review":
      return subjectOfReview(entry);
    case "subscription": {
      const one = entry.after ?? entry.before;
      return `the ${one && flowOf(one) === "income" ? "recurring income" : "subscription"} ${label}`;
    }
    default:
      return `the ${kind} ${label}`;
  }
}

function verb({ before, after }: Pick<ActivityEntry, "before" | "after">): "added" | "deleted" | "changed" {
  if (!before) return "added";
  return after ? "changed" : "deleted";
}

/** "$400" if all amounts are whole; otherwise all with cents, "$399.50" and "$400.00". */
function money({ currency, locale }: Writer, ...amounts: Cents[]): string[] {
  const format = amounts.every((amount) => amount % 100 === 0) ? formatWhole : formatMoney;
  return amounts.map((amount) => format(amount, currency, locale));
}

/** "November", or "November to March 2027" for the plans of several months. */
function monthsIn(snapshot: EntryOf<"month">["after"], writer: Writer): string {
  const months = (snapshot?.plans ?? []).map(({ month }) => month).sort();
  const [first, last] = [months[0] ?? snapshot?.month, months.at(-1) ?? snapshot?.month];
  return first === last ? monthIn(first, writer) : `${monthIn(first, writer)} to ${monthIn(last, writer)}`;
}

function monthIn(month: Month | undefined, { today }: Writer): string {
  if (!month) return "a month";
  return yearOf(month) === yearOfDay(today) ? monthName(month) : monthLabel(month);
}
