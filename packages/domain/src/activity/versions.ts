import { CATEGORY_ICONS } from "../category/category.ts";
import { cents, formatMoney } from "../money/money.ts";
import { formatDay, parseDay } from "../time/day.ts";
import type { Reader } from "./activity-text.ts";

/** What a person edits of each kind of thing, with its name. */
const FIELDS = {
  transaction: {
    description: "Description",
    amount: "Amount",
    date: "Date",
    type: "Type",
    categoryId: "Category",
    notes: "Notes",
    refund: "Refund",
  },
  category: {
    name: "Name",
    description: "Description",
    group: "Group",
    icon: "Icon",
    color: "Color",
    type: "Type",
  },
  plan: { projected: "Planned" },
  goal: {
    name: "Name",
    description: "Description",
    targetAmount: "Target amount",
    currentAmount: "Current amount",
    startDate: "Start date",
    targetDate: "Target date",
    categoryId: "Category",
    icon: "Icon",
    color: "Color",
    status: "Status",
  },
  milestone: { name: "Name", amount: "Amount", description: "Description" },
  subscription: {
    name: "Name",
    amount: "Amount",
    frequency: "Frequency",
    startDate: "Start date",
    endDate: "End date",
    nextPaymentDate: "Next payment",
    categoryId: "Category",
    notifyBeforeDays: "Notify before (days)",
    autoCreateTransaction: "Create transactions automatically",
    active: "Active",
    description: "Description",
    website: "Website",
    notes: "Notes",
    type: "Type",
    trialEndDate: "Trial ends",
    cancelNoticeDays: "Cancellation notice (days)",
  },
} as const;

export type EditedKind = keyof typeof FIELDS;
/** Nobody edits these in a form: they change by paying, contributing and completing. */
const BESIDES = new Set(["nextPaymentDate", "status", "currentAmount"]);
const AMOUNTS = new Set(["amount", "projected", "targetAmount", "currentAmount"]);
const DATES = new Set(["date", "startDate", "targetDate", "endDate", "nextPaymentDate", "trialEndDate"]);

export const isEditedKind = (kind: string): kind is EditedKind => kind in FIELDS;

/** Left out, null, off and empty are the same. */
const plain = (value: unknown) => (value === undefined || value === false || value === "" ? null : value);

/**
 * Tells versions of a thing apart, by what a person edits of it. An edit names the version that it began with, so that
 * it overwrites nobody's.
 */
export function versionTag(kind: EditedKind, thing: object): string {
  const values = new Map<string, unknown>(Object.entries(thing));
  const edited = Object.keys(FIELDS[kind]).filter((field) => !BESIDES.has(field));
  return hash(JSON.stringify(edited.map((field) => plain(values.get(field)))));
}

/** 53 bits, in base 36 (cyrb53). */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (2 ** 32 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}

/** A category has one type, so that an edit of either is one of both. */
const TOGETHER = ["type", "categoryId"];

/** The fields that an edit leaves as they were in the version it began with. */
export function untouchedFields(kind: EditedKind, opened: object, edited: object): string[] {
  const [before, after] = [new Map(Object.entries(opened)), new Map(Object.entries(edited))];
  const isUntouched = (field: string) => plain(before.get(field)) === plain(after.get(field));
  return Object.keys(FIELDS[kind]).filter((field) =>
    TOGETHER.includes(field) ? TOGETHER.every(isUntouched) : isUntouched(field),
  );
}

/** A field in which two versions differ, as it reads in each. */
type Difference = { field: string; mine: string; theirs: string };

/** Where two versions differ, of the fields that `mine` states. */
export function differences(kind: EditedKind, mine: object, theirs: object, reader: Reader): Difference[] {
  const [left, right] = [new Map(Object.entries(mine)), new Map(Object.entries(theirs))];
  return Object.entries(FIELDS[kind]).flatMap(([key, field]) => {
    const [ours, other] = [left.get(key), right.get(key)];
    if (ours === undefined || plain(ours) === plain(other)) return [];
    return [{ field, mine: textOf(key, ours, reader), theirs: textOf(key, other, reader) }];
  });
}

function textOf(field: string, value: unknown, { currency, today, nameOf }: Reader): string {
  if (plain(value) === null) return typeof value === "boolean" || field === "refund" ? "No" : "None";
  if (value === true) return "Yes";
  if (field === "categoryId") return nameOf(Number(value)) ?? "A deleted category";
  if (AMOUNTS.has(field)) return formatMoney(cents(Number(value)), currency);
  const date = DATES.has(field) ? parseDay(String(value)) : undefined;
  if (date) return formatDay(date, today);
  const icon = Object.entries(CATEGORY_ICONS).find(([name]) => field === "icon" && name === value)?.[1];
  const text = icon ?? String(value);
  return ["type", "color", "frequency", "status"].includes(field)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}
