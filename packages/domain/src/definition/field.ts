import * as v from "valibot";
import * as values from "./values.ts";

type Schema = v.GenericSchema;
type Form = Schema | undefined;
/** How to show a value to people; "category" is a category's id, "lines" are a payment's. */
export type Reads = "text" | "amount" | "date" | "choice" | "flag" | "category" | "lines";

/**
 * The schemas of one field. `body`: in a request; undefined if the server sets it. `reply`: in a response; undefined if
 * internal. `stored`: in the table and in activity entries. `portable`: in an export; undefined for other people's data.
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
  /** The field's name on screens; null if it is not shown. */
  label: string | null;
  reads: Reads;
  /** Whether the field is part of the version that an edit must match. */
  isVersioned: boolean;
  /** Display labels of the values. */
  names?: Readonly<Record<string, string>>;
};

/** A restore validates the field by the schema of the body. */
export function field<B extends Schema, R extends Schema, S extends Schema>(
  label: string | null,
  reads: Reads,
  forms: { body: B; reply: R; stored: S },
): Field<B, R, S, B> {
  return { label, reads, isVersioned: true, ...forms, portable: forms.body };
}

export const requiredText = (label: string, message: string, max?: number) =>
  field(label, "text", { body: values.text(message, max), reply: v.string(), stored: v.string() });

/** Empty text becomes null. */
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

/** `names` are display labels of the values. */
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

/** The id of a person, or of a thing other than a category. */
export const otherId = () => count(null, values.id());

/** A value with one schema for the table and the wire, set by the server. */
export const plain = <One extends Schema>(schema: One) =>
  managed(field(null, "text", { body: schema, reply: schema, stored: schema }));

/** Stored, but never sent to clients. */
export function internal<B extends Form, S extends Schema, P extends Form>(
  one: Field<B, Form, S, P>,
): Field<B, undefined, S, P> {
  return { ...one, reply: undefined };
}

export const identity = () => managed(otherId());

/** An instant in milliseconds, set by the server. */
export const moment = () =>
  managed(field(null, "text", { body: values.instant, reply: v.number(), stored: values.storedInstant }));

/** "yyyy-MM"; its replies are built by `withMonth`. */
export const monthField = () =>
  managed(field(null, "text", { body: values.month, reply: values.month, stored: values.storedMonth }));

/** Set by the server and not edited directly. The label stays, because changes of the field are shown. */
export function managed<R extends Form, S extends Schema, P extends Form>(
  one: Field<Form, R, S, P>,
): Field<undefined, R, S, P> {
  return { ...one, body: undefined, isVersioned: false };
}

/** Not exported: other people's data, or implied by the thing's place in the file. */
export function notExported<B extends Form, R extends Form, S extends Schema>(
  one: Field<B, R, S>,
): Field<B, R, S, undefined> {
  return { ...one, portable: undefined };
}

/** Changed by edits and by other actions: an edit may omit it, and its changes do not conflict with edits. */
export function partlyManaged<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...one, isVersioned: false, body: v.optional(one.body) };
}

/** Required in a body, but null after the thing that it refers to was deleted. */
export function nullOnceDeleted<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  const { reply, stored, portable } = one;
  return { ...one, reply: v.nullable(reply), stored: v.nullable(stored), portable: v.nullable(portable) };
}

export function nullable<B extends Schema, R extends Schema, S extends Schema, P extends Schema>(
  one: Field<B, R, S, P>,
) {
  return { ...nullOnceDeleted(one), body: v.nullish(one.body, null) };
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

/** Added in a later release: older items lack it, and an edit without it keeps its value. */
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
/** An absent form stays absent, which TypeScript cannot infer. */
const optional = <S extends Form>(schema: S) => (schema && v.optional(schema)) as Optional<S>;
const orNull = <S extends Form>(schema: S) => (schema && v.nullable(schema)) as OrNull<S>;
