import { isShortEnough, looksLikeAnother } from "@coffer/domain/account/email-address";
import { FLOWS } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Cents, fromDecimal, totalFromDecimal } from "@coffer/domain/money/money";
import { mentionsLink } from "@coffer/domain/text/link-text";
import { isVisible } from "@coffer/domain/text/visible";
import { parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";

/** In characters. */
export const NAME_MAX = 100;
export const DESCRIPTION_MAX = 200;
export const NOTES_MAX = 2_000;
export const EMAIL_MAX = 254;

/**
 * Drops unknown keys and refuses a missing key with that field's own message: valibot's default names the key
 * instead of saying what to do.
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => {
    const key = issue.path?.[0]?.key;
    const missing = typeof key === "string" ? entries[key] : undefined;
    if (missing && "message" in missing) {
      const message = missing.message;
      if (typeof message === "string") return message;
      if (typeof message === "function") return message(issue);
    }
    return key === undefined ? "Send a JSON object" : `${String(key)} is required`;
  });
}

/** Trimmed. `message` refuses a missing, empty, invisible or non-text value. */
export function text(message: string, max = NAME_MAX) {
  return v.pipe(
    v.string(message),
    v.trim(),
    v.check(isVisible, message),
    v.maxLength(max, `Use at most ${max} characters`),
  );
}

/** A person's name: it stands in mails to others, so it may not hold a link. */
export const personName = (message: string) =>
  v.pipe(
    text(message, NAME_MAX),
    v.check((name) => !mentionsLink(name), "Write the name without a link"),
  );

/** Trimmed; absent, null, empty and invisible text all become null. */
export function optionalText(max: number) {
  return v.pipe(
    v.nullish(
      v.pipe(v.string("This must be text"), v.trim(), v.maxLength(max, `Use at most ${max} characters`)),
      null,
    ),
    v.transform((value): string | null => (value !== null && isVisible(value) ? value : null)),
  );
}

/** An address that an account is to have: none that is drawn like another's. */
export const ownEmail = <const Schema extends v.GenericSchema<unknown, string>>(schema: Schema) =>
  v.pipe(
    schema,
    v.check((address) => !looksLikeAnother(address), "Please enter a valid email address"),
  );

export function email(message: string) {
  return v.pipe(
    v.string(message),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(EMAIL_MAX, message),
    v.check(isShortEnough, message),
    // One @, no spaces or control characters, a dot in the domain: whether it can receive mail, only mail can tell.
    v.regex(/^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+\.[^\s@<>()[\],;:"\\\p{Cc}.]+$/u, message),
  );
}

/** What an amount must be, and what is said where it is missing or wrong. */
export type MoneyRule = { required: string; invalid: string; allowZero?: boolean; allowNegative?: boolean };

/** Where both are told the same. */
export const amountRule = (message: string, allow: Pick<MoneyRule, "allowZero"> = {}): MoneyRule => ({
  required: message,
  invalid: message,
  ...allow,
});

/** A JSON number of at most two decimals, read as cents; above zero unless `allowZero` or `allowNegative`. */
export function money({ required, invalid, allowZero = false, allowNegative = false }: MoneyRule) {
  return v.pipe(
    v.number((issue) => (issue.input === undefined || issue.input === null ? required : invalid)),
    v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
      const amount = fromDecimal(dataset.value);
      const fits = (each: Cents) => each > 0 || (allowZero && each === 0) || (allowNegative && each < 0);
      if (amount !== undefined && fits(amount)) return amount;
      addIssue({ message: invalid });
      return NEVER;
    }),
  );
}

/** In a query an amount is decimal digits, such as "12.50". */
export function queryMoney(message: string) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}(\.\d{1,2})?$/, message),
    v.transform(Number),
    money({ required: message, invalid: message, allowZero: true }),
  );
}

/** In a reply an amount may be a total, beyond what a person may enter. */
export const replyMoney = v.pipe(
  v.number(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
    const amount = totalFromDecimal(dataset.value);
    if (amount !== undefined) return amount;
    addIssue({ message: "This is not an amount" });
    return NEVER;
  }),
);

const REAL_DATE = "Use a real date, as yyyy-MM-dd";

/** `message` refuses a missing date; a date that does not exist is told what is wrong with it. */
export function day(message = REAL_DATE) {
  return v.pipe(
    v.string(message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseDay(dataset.value.trim());
      if (parsed !== undefined) return parsed;
      addIssue({ message: dataset.value.trim() === "" ? message : REAL_DATE });
      return NEVER;
    }),
  );
}

export function id(message = "This id is not valid") {
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message));
}

export const categoryId = id("Category is required");

/** In a path or a query ids are decimal digits. */
export const pathId = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/, "This id is not valid"),
  v.transform((digits): Id => Number(digits)),
  v.safeInteger("This id is not valid"),
);

export const idParams = v.object({ id: pathId });

/** Up to a hundred ids in a query, with commas between. */
export const pathIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}(?:,[1-9]\d{0,15}){0,99}$/, "This id is not valid"),
  v.transform((text): Id[] => text.split(",").map(Number)),
  v.check((ids) => ids.every(Number.isSafeInteger), "This id is not valid"),
);

export const flow = v.picklist(FLOWS, "Type must be income or expense");

/** A number in a body, digits in a query. */
export const monthNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))], "Month is required"),
  v.integer("Month must be 1 to 12"),
  v.minValue(1, "Month must be 1 to 12"),
  v.maxValue(12, "Month must be 1 to 12"),
);
export const yearNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{4}$/), v.transform(Number))], "Year is required"),
  v.integer("Year must be 1900 to 2999"),
  v.minValue(1900, "Year must be 1900 to 2999"),
  v.maxValue(2999, "Year must be 1900 to 2999"),
);

/** The secret part of a link that was mailed: 32 random bytes in base64url. */
export const token = v.pipe(
  v.string("A token is required"),
  v.regex(/^[\w-]{43}$/, "This link is not valid"),
);

/** Of an endpoint whose good answer is empty. */
export const noContent = { reply: v.undefined(), status: 204 } as const;
