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
  storedInstant,
  storedMonth,
  text,
} from "./values.ts";

type Schema = v.GenericSchema;
/** As a value reads where two versions are shown side by side; "category" is the id of one, "lines" those of a payment. */
export type Reads = "text" | "amount" | "date" | "choice" | "flag" | "category" | "lines";

/**
 * One field of a kind of thing, in each of its forms. `body` is what people send, none where the server sets it;
 * `reply` what the API answers, none where it is not its clients' business; `stored` how the table and the entries hold it; `portable` how an export has it and a
 * restore reads it, by the rules of the body, none for what is other people's.
 */
export type Field<
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
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
export function field<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  label: string | null,
  reads: Reads,
  forms: Forms<B, R, S, P>,
): Field<B, R, S, P> {
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

/** Of http or https, or none. */
/* @__NO_SIDE_EFFECTS__ */
export function webAddress(label: string) {
  const read = optionalText(500);
  const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  const body = v.pipe(
    read,
    v.check((value) => value === null || isWeb(value), "Use an address that starts with http:// or https://"),
  );
  const stored = v.nullable(v.string());
  return field(label, "text", { body, reply: stored, stored, portable: body });
}

/** Decimals on the wire, cents inside. */
/* @__NO_SIDE_EFFECTS__ */
export function amount(label: string | null, rule: MoneyRule) {
  const body = money(rule);
  return field(label, "amount", { body, reply: replyMoney, stored: storedCents, portable: body });
}

/* @__NO_SIDE_EFFECTS__ */
export function date(label: string | null, message?: string) {
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
export function categoryRef(message?: string, label: string | null = "Category") {
  const body = id(message);
  return field(label, "category", { body, reply: v.number(), stored: v.number(), portable: body });
}

/** The id of a person, or of a thing that is no category. */
/* @__NO_SIDE_EFFECTS__ */
export function otherId() {
  return count(null, id());
}

/** A value of any schema that is the same in the table and on the wire, such as a part of an entry. */
/* @__NO_SIDE_EFFECTS__ */
export function plain<One extends Schema>(schema: One): Field<undefined, One, One, One> {
  return managed(field(null, "text", { body: schema, reply: schema, stored: schema, portable: schema }));
}

/** Noted with the thing in the table, and no business of the API's clients. */
/* @__NO_SIDE_EFFECTS__ */
export function internal<B extends Form, S extends Schema, P extends Form>(
  one: Field<B, Form, S, P>,
): Field<B, undefined, S, P> {
  return { ...one, reply: undefined };
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
    field(null, "text", { body: instant, reply: v.number(), stored: storedInstant, portable: instant }),
  );
}

/** "yyyy-MM"; its replies are built by `withMonth`. */
/* @__NO_SIDE_EFFECTS__ */
export function monthField() {
  return managed(field(null, "text", { body: month, reply: month, stored: storedMonth, portable: month }));
}

/** Set by the server. A label remains, for what changes in other ways than by an edit. */
/* @__NO_SIDE_EFFECTS__ */
export function managed<R extends Schema | undefined, S extends Schema, P extends Schema | undefined>(
  one: Field<Schema | undefined, R, S, P>,
): Field<undefined, R, S, P> {
  return { ...one, body: undefined, isVersioned: false };
}

/** Left out of an export: it is other people's, or follows from where the thing stands. */
/* @__NO_SIDE_EFFECTS__ */
export function notExported<B extends Schema | undefined, R extends Schema | undefined, S extends Schema>(
  one: Field<B, R, S>,
): Field<B, R, S, undefined> {
  return { ...one, portable: undefined };
}

/** Changes besides edits: one that leaves it out leaves it as it is, and one that began before a change goes through. */
/* @__NO_SIDE_EFFECTS__ */
export function besides<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...one, isVersioned: false, body: v.optional(one.body) };
}

/** Needed in a body, and null once what it names is gone. */
/* @__NO_SIDE_EFFECTS__ */
export function losable<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return {
    ...about(one),
    body: one.body,
    reply: v.nullable(one.reply),
    stored: v.nullable(one.stored),
    portable: v.nullable(one.portable),
  };
}

/** May be null, as it is where a body leaves it out. */
/* @__NO_SIDE_EFFECTS__ */
export function nullable<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...losable(one), body: v.nullish(one.body, null) };
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
export function later<B extends Form, R extends Form, S extends Schema, P extends Form>(
  one: Field<B, R, S, P>,
): Field<Optional<B>, Optional<R>, Optional<S>, Optional<P>> {
  const { body, reply, stored, portable } = one;
  return {
    ...about(one),
    body: optional(body),
    reply: optional(reply),
    stored: optional(stored),
    portable: optional(portable),
  };
}

/** The same, and may be null. */
/* @__NO_SIDE_EFFECTS__ */
export function laterOrNull<B extends Form, R extends Form, S extends Schema, P extends Form>(
  one: Field<B, R, S, P>,
) {
  const { body, reply, stored, portable } = one;
  return later({
    ...about(one),
    body: orNull(body),
    reply: orNull(reply),
    stored: orNull(stored),
    portable: orNull(portable),
  });
}

type Form = Schema | undefined;
type Optional<S extends Form> = S extends Schema ? v.OptionalSchema<S, undefined> : S;
type OrNull<S extends Form> = S extends Schema ? v.NullableSchema<S, undefined> : S;
/** A form that a field does not have stays so, which TypeScript does not find. */
const optional = <S extends Form>(schema: S) => (schema && v.optional(schema)) as Optional<S>;
const orNull = <S extends Form>(schema: S) => (schema && v.nullable(schema)) as OrNull<S>;

const about = ({ label, reads, isVersioned, names }: About): About => ({
  label,
  reads,
  isVersioned,
  ...(names && { names }),
});
