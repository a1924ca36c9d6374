import * as v from "valibot";
import {
  day,
  id,
  instant,
  type MoneyRule,
  money,
  month,
  optionalText,
  replyMoney,
  storedCents,
  storedDay,
  storedMonth,
  text,
} from "./values.ts";

type Schema = v.GenericSchema;
/** As a value reads where two versions are shown side by side; "category" is the id of one. */
export type Reads = "text" | "amount" | "date" | "choice" | "flag" | "category";

/**
 * One field of a kind of thing, in each of its forms. `body` is what people send, none where the server sets it;
 * `reply` what the API answers; `stored` how the table and the entries hold it; `portable` how an export has it and a
 * restore reads it, by the rules of the body, none for what is other people's.
 */
export type Field<
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
  Stored extends Schema = Schema,
  Portable extends Schema | undefined = Schema | undefined,
> = Forms<Body, Reply, Stored, Portable> & About;
type Forms<Body, Reply, Stored, Portable> = { body: Body; reply: Reply; stored: Stored; portable: Portable };
type About = {
  /** As people know it; null where it is not shown to them. */
  label: string | null;
  reads: Reads;
  /** By whose values versions are told apart. */
  isVersioned: boolean;
  /** Of a choice whose values are not what people read. */
  names?: Readonly<Record<string, string>>;
};

/* @__NO_SIDE_EFFECTS__ */
export function field<
  Body extends Schema,
  Reply extends Schema,
  Stored extends Schema,
  Portable extends Schema,
>(
  label: string | null,
  reads: Reads,
  forms: Forms<Body, Reply, Stored, Portable>,
): Field<Body, Reply, Stored, Portable> {
  return { label, reads, isVersioned: true, ...forms };
}

/** A text that is always there. `message` refuses an empty one. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(label: string, message: string, max?: number) {
  const body = text(message, max);
  return field(label, "text", { body, reply: v.string(), stored: v.string(), portable: body });
}

/** A text that may be left empty, which is null. */
/* @__NO_SIDE_EFFECTS__ */
export function freeText(label: string, max: number) {
  const body = optionalText(max);
  const stored = v.nullable(v.string());
  return field(label, "text", { body, reply: stored, stored, portable: body });
}

/** Decimals on the wire, cents inside. */
/* @__NO_SIDE_EFFECTS__ */
export function amount(label: string, rule: MoneyRule) {
  const body = money(rule);
  return field(label, "amount", { body, reply: replyMoney, stored: storedCents, portable: body });
}

/* @__NO_SIDE_EFFECTS__ */
export function date(label: string, message?: string) {
  return field(label, "date", { body: day(message), reply: day(), stored: storedDay, portable: day() });
}

/* @__NO_SIDE_EFFECTS__ */
export function flag(label: string | null, message: string) {
  const body = v.boolean(message);
  return field(label, "flag", { body, reply: v.boolean(), stored: v.boolean(), portable: body });
}

/** One of some values. `names` are what people read in their place. */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const Values extends readonly string[]>(
  label: string,
  values: Values,
  message: string,
  names?: Readonly<Record<string, string>>,
) {
  const body = v.picklist(values, message);
  const reply = v.picklist(values);
  const made = field(label, "choice", { body, reply, stored: reply, portable: body });
  return names ? { ...made, names } : made;
}

/** A whole number within the bounds of `body`. */
/* @__NO_SIDE_EFFECTS__ */
export function count<Body extends v.GenericSchema<number>>(label: string | null, body: Body) {
  return field(label, "text", { body, reply: v.number(), stored: v.number(), portable: body });
}

/** The id of a category. */
/* @__NO_SIDE_EFFECTS__ */
export function categoryRef(message?: string) {
  const body = id(message);
  return field("Category", "category", { body, reply: v.number(), stored: v.number(), portable: body });
}

/** The id of a person, or of a thing that is no category. */
/* @__NO_SIDE_EFFECTS__ */
export function otherId() {
  return count(null, id());
}

/** The thing's own id. */
/* @__NO_SIDE_EFFECTS__ */
export function identity() {
  return managed(otherId());
}

/** An instant in milliseconds that the server notes. */
/* @__NO_SIDE_EFFECTS__ */
export function moment() {
  return managed(
    field(null, "text", { body: instant, reply: v.number(), stored: v.number(), portable: instant }),
  );
}

/** "yyyy-MM"; its replies are built by `withMonth`. */
/* @__NO_SIDE_EFFECTS__ */
export function monthField() {
  return managed(field(null, "text", { body: month, reply: month, stored: storedMonth, portable: month }));
}

/** Set by the server. A label remains, for what changes in other ways than by an edit. */
/* @__NO_SIDE_EFFECTS__ */
export function managed<Reply extends Schema, Stored extends Schema, Portable extends Schema | undefined>(
  one: Field<Schema | undefined, Reply, Stored, Portable>,
): Field<undefined, Reply, Stored, Portable> {
  return { ...one, body: undefined, isVersioned: false };
}

/** Left out of an export, since it is other people's. */
/* @__NO_SIDE_EFFECTS__ */
export function personal<Body extends Schema | undefined, Reply extends Schema, Stored extends Schema>(
  one: Field<Body, Reply, Stored>,
): Field<Body, Reply, Stored, undefined> {
  return { ...one, portable: undefined };
}

/** Changes otherwise than by an edit, so that an edit that began before does not collide with it. */
/* @__NO_SIDE_EFFECTS__ */
export function unversioned<One extends Field>(one: One): One {
  return { ...one, isVersioned: false };
}

/** May be null, as it is where a body leaves it out. */
/* @__NO_SIDE_EFFECTS__ */
export function nullable<
  Body extends Schema,
  Reply extends Schema,
  Stored extends Schema,
  Portable extends Schema,
>(one: Field<Body, Reply, Stored, Portable>) {
  return {
    ...about(one),
    body: v.nullish(one.body, null),
    reply: v.nullable(one.reply),
    stored: v.nullable(one.stored),
    portable: v.nullable(one.portable),
  };
}

/** Has a value where a body leaves it out. */
/* @__NO_SIDE_EFFECTS__ */
export function withDefault<
  Body extends Schema,
  Reply extends Schema,
  Stored extends Schema,
  Portable extends Schema,
  const Value extends v.InferInput<Body>,
>(one: Field<Body, Reply, Stored, Portable>, value: Value) {
  return { ...one, body: v.optional<Body, Value>(one.body, value) };
}

/** Added later, so that older items lack it; an edit that leaves it out leaves it as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function later<
  Body extends Schema,
  Reply extends Schema,
  Stored extends Schema,
  Portable extends Schema,
>(one: Field<Body, Reply, Stored, Portable>) {
  return {
    ...about(one),
    body: v.optional(one.body),
    reply: v.optional(one.reply),
    stored: v.optional(one.stored),
    portable: v.optional(one.portable),
  };
}

/** The same, and may be null. */
/* @__NO_SIDE_EFFECTS__ */
export function laterOrNull<
  Body extends Schema,
  Reply extends Schema,
  Stored extends Schema,
  Portable extends Schema,
>(one: Field<Body, Reply, Stored, Portable>) {
  return later({
    ...about(one),
    body: v.nullable(one.body),
    reply: v.nullable(one.reply),
    stored: v.nullable(one.stored),
    portable: v.nullable(one.portable),
  });
}

const about = ({ label, reads, isVersioned, names }: About): About => ({
  label,
  reads,
  isVersioned,
  ...(names && { names }),
});
