import { isShortEnough, looksLikeAnother } from "@coffer/domain/account/email-address";
import { id, NAME_MAX, text } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { mentionsLink } from "@coffer/domain/text/link-text";
import { FIRST_DAY, LAST_DAY, yearOfDay } from "@coffer/domain/time/day";
import * as v from "valibot";

/** In characters. */
export const EMAIL_MAX = 254;

/** A person's name. It appears in emails to others, so it may not contain a link. */
export const personName = (message: string) =>
  v.pipe(
    text(message, NAME_MAX),
    v.check((name) => !mentionsLink(name), "Write the name without a link"),
  );

/** Refuses an address that looks like another, for example because of an invisible character. */
export const plainEmail = <const Schema extends v.GenericSchema<unknown, string>>(schema: Schema) =>
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
    // One @, no spaces or control characters, a dot in the domain. Only a sent email shows that an address works.
    v.regex(/^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+\.[^\s@<>()[\],;:"\\\p{Cc}.]+$/u, message),
  );
}

/** A number from 1 to `max`, written in `digits` in a query. */
export const queryCount = (digits: RegExp, max: number, message: string) =>
  v.pipe(
    v.string(message),
    v.regex(digits, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  );

export const categoryId = id("Category is required");

/** An id in a path or a query, in decimal digits. */
export const pathId = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/, "This id is not valid"),
  v.transform((digits): Id => Number(digits)),
  v.safeInteger("This id is not valid"),
);

export const idParams = v.object({ id: pathId });

export const pathIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}(?:,[1-9]\d{0,15}){0,99}$/, "This id is not valid"),
  v.transform((text): Id[] => text.split(",").map(Number)),
  v.check((ids) => ids.every(Number.isSafeInteger), "This id is not valid"),
);

/** A number in a body, digits in a query. */
export const monthNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))], "Month is required"),
  v.integer("Month must be 1 to 12"),
  v.minValue(1, "Month must be 1 to 12"),
  v.maxValue(12, "Month must be 1 to 12"),
);
const YEAR_RANGE = `Year must be ${yearOfDay(FIRST_DAY)} to ${yearOfDay(LAST_DAY)}`;
export const yearNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{4}$/), v.transform(Number))], "Year is required"),
  v.integer(YEAR_RANGE),
  v.minValue(yearOfDay(FIRST_DAY), YEAR_RANGE),
  v.maxValue(yearOfDay(LAST_DAY), YEAR_RANGE),
);

/** The secret of an emailed link: 32 random bytes in base64url. */
export const token = v.pipe(
  v.string("A token is required"),
  v.regex(/^[\w-]{43}$/, "This link is not valid"),
);

export const noContent = { reply: v.undefined(), status: 204 } as const;
export const deletedOnce = { ...noContent, deletesOnce: true } as const;

/** Endpoints that create, change or remove a thing idempotently. */
export const created = <Body, Reply>(body: Body, reply: Reply) =>
  ({ body, reply, status: 201, idempotent: true }) as const;
export const changed = <Body, Reply>(body: Body, reply: Reply) =>
  ({ params: idParams, body, reply, versioned: true, idempotent: true }) as const;
export const removed = { params: idParams, reply: v.undefined(), status: 204, idempotent: true } as const;
