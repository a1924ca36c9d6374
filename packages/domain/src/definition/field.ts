import * as v from "valibot";
import * as values from "./values.ts";

type Schema = v.GenericSchema;
type Form = Schema | undefined;
/** As a value reads where two versions are shown side by side; "category" is the id of one, "lines" those of a payment. */
export type Reads = "text" | "amount" | "date" | "choice" | "flag" | "category" | "lines";

/**
 * One field of a kind of thing, in each of its forms. `body` is what people send, none where the server sets it;
 * `reply` what the API answers, none where it is not its clients' business; `stored` how the table and the entries hold
 * it; `portable` how an export has it and a restore reads it, none for what is other people's.
 */
export type Field<
  Body extends Form = Form,
  Reply extends Form = Form,
  Stored extends Schema = Schema,
  Portable extends Form = Form,
> = {
  body: Body;
  reply: Reply;
  stored: Stored;
  portable: Portable;
  /** As people know it; null where it is not shown to them. */
  label: string | null;
  reads: Reads;
  /** By whose values versions are told apart. */
  isVersioned: boolean;
  /** Of a choice whose values are not what people read. */
  names?: Readonly<Record<string, string>>;
};

/** Restored by the rules of the body. */
export function field<B extends Schema, R extends Schema, S extends Schema>(
  label: string | null,
  reads: Reads,
  forms: { body: B; reply: R; stored: S },
): Field<B, R, S, B> {
  return { label, reads, isVersioned: true, ...forms, portable: forms.body };
}

export const requiredText = (label: string, message: string, max?: number) =>
  field(label, "text", { body: values.text(message, max), reply: v.string(), stored: v.string() });

/** Null where it is left empty. */
export function freeText(label: string, max: number) {
  const stored = v.nullable(v.string());
  return field(label, "text", { body: values.optionalText(max), reply: stored, stored });
}

export function webAddress(label: string) {
  const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  const body = v.pipe(
    values.optionalText(500),
    v.check((value) => value === null || isWeb(value), "Use an address that starts with http:// or https://"),
  );
  const stored = v.nullable(v.string());
  return field(label, "text", { body, reply: stored, stored });
}

/** Decimals on the wire, cents inside. */
export const amount = (label: string | null, rule: values.MoneyRule) =>
  field(label, "amount", { body: values.money(rule), reply: values.replyMoney, stored: values.storedCents });

export function date(label: string | null, message?: string) {
  const forms = { body: values.day(message), reply: values.day(), stored: values.storedDay };
  return { ...field(label, "date", forms), portable: values.day() };
}

export const flag = (label: string | null, message: string) =>
  field(label, "flag", { body: v.boolean(message), reply: v.boolean(), stored: v.boolean() });

/** `names` are what people read in place of the values. */
export function choice<const Values extends readonly string[]>(
  label: string,
  values: Values,
  message: string,
  names?: Readonly<Record<string, string>>,
) {
  const stored = v.picklist(values);
  const made = field(label, "choice", { body: v.picklist(values, message), reply: stored, stored });
  return names ? { ...made, names } : made;
}

/** A whole number within the bounds of `body`. */
export const count = <Body extends v.GenericSchema<number>>(label: string | null, body: Body) =>
  field(label, "text", { body, reply: v.number(), stored: v.number() });

export const categoryRef = (message?: string, label: string | null = "Category") =>
  field(label, "category", { body: values.id(message), reply: v.number(), stored: v.number() });

/** The id of a person, or of a thing that is no category. */
export const otherId = () => count(null, values.id());

/** A value of any schema that is the same in the table and on the wire, such as a part of an entry. */
export const plain = <One extends Schema>(schema: One) =>
  managed(field(null, "text", { body: schema, reply: schema, stored: schema }));

/** Noted with the thing in the table, and no business of the API's clients. */
export function internal<B extends Form, S extends Schema, P extends Form>(
  one: Field<B, Form, S, P>,
): Field<B, undefined, S, P> {
  return { ...one, reply: undefined };
}

export const identity = () => managed(otherId());

/** An instant in milliseconds that the server notes. */
export const moment = () =>
  managed(field(null, "text", { body: values.instant, reply: v.number(), stored: values.storedInstant }));

/** "yyyy-MM"; its replies are built by `withMonth`. */
export const monthField = () =>
  managed(field(null, "text", { body: values.month, reply: values.month, stored: values.storedMonth }));

/** Set by the server. A label remains, for what changes in other ways than by an edit. */
export function managed<R extends Form, S extends Schema, P extends Form>(
  one: Field<Form, R, S, P>,
): Field<undefined, R, S, P> {
  return { ...one, body: undefined, isVersioned: false };
}

/** Left out of an export: it is other people's, or follows from where the thing stands. */
export function notExported<B extends Form, R extends Form, S extends Schema>(
  one: Field<B, R, S>,
): Field<B, R, S, undefined> {
  return { ...one, portable: undefined };
}

/** Changes besides edits: one that leaves it out leaves it as it is, and one that began before a change goes through. */
export function besides<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...one, isVersioned: false, body: v.optional(one.body) };
}

/** Needed in a body, and null once what it names is gone. */
export function losable<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  const { reply, stored, portable } = one;
  return { ...one, reply: v.nullable(reply), stored: v.nullable(stored), portable: v.nullable(portable) };
}

export function nullable<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...losable(one), body: v.nullish(one.body, null) };
}

export function withDefault<
  B extends Schema,
  R extends Schema,
  S extends Schema,
  P extends Schema,
  const Value extends v.InferInput<B>,
>(one: Field<B, R, S, P>, value: Value) {
  return { ...one, body: v.optional<B, Value>(one.body, value) };
}

/** Added later, so that older items lack it; an edit that leaves it out leaves it as it is. */
export function later<B extends Form, R extends Form, S extends Schema, P extends Form>(
  one: Field<B, R, S, P>,
): Field<Optional<B>, Optional<R>, Optional<S>, Optional<P>> {
  const { body, reply, stored, portable } = one;
  return {
    ...one,
    body: optional(body),
    reply: optional(reply),
    stored: optional(stored),
    portable: optional(portable),
  };
}

export function laterOrNull<B extends Form, R extends Form, S extends Schema, P extends Form>(
  one: Field<B, R, S, P>,
) {
  const { body, reply, stored, portable } = one;
  return later({
    ...one,
    body: orNull(body),
    reply: orNull(reply),
    stored: orNull(stored),
    portable: orNull(portable),
  });
}

type Optional<S extends Form> = S extends Schema ? v.OptionalSchema<S, undefined> : S;
type OrNull<S extends Form> = S extends Schema ? v.NullableSchema<S, undefined> : S;
/** A form that a field does not have stays so, which TypeScript does not find. */
const optional = <S extends Form>(schema: S) => (schema && v.optional(schema)) as Optional<S>;
const orNull = <S extends Form>(schema: S) => (schema && v.nullable(schema)) as OrNull<S>;
