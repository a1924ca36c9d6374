import * as v from "valibot";
import { type Field, field, managed } from "./field.ts";
import { fields, withMonth } from "./values.ts";

type Fields = Readonly<Record<string, Field>>;
type Form = "body" | "reply" | "stored" | "portable";

export type Kind<Name extends string = string, F extends Fields = Fields> = {
  name: Name;
  fields: F;
  rules: readonly Rule[];
};

/** A rule across the fields `of` a thing; its `message` is shown at the field `at`. */
type Rule = {
  of: readonly [string, ...string[]];
  at: string;
  holds: (thing: never) => boolean;
  message: string;
};
type RuleOf<F extends Fields> = Rule & {
  of: readonly [keyof F & string, ...(keyof F & string)[]];
  at: keyof F & string;
  holds: (thing: Thing<F>) => boolean;
};

type EntriesOf<F extends Fields, In extends Form> = {
  [Name in keyof F as F[Name][In] extends v.GenericSchema ? Name : never]: Extract<
    F[Name][In],
    v.GenericSchema
  >;
};
type Thing<F extends Fields> = v.InferOutput<v.ObjectSchema<EntriesOf<F, "stored">, undefined>>;

export type ThingOf<K extends Kind> = Thing<K["fields"]>;
/** A thing as a request sends it, without fields that the server sets. */
export type DraftOf<K extends Kind> = v.InferOutput<
  v.ObjectSchema<EntriesOf<K["fields"], "body">, undefined>
>;

export function defineKind<const Name extends string, const F extends Fields>(
  name: Name,
  fields: F,
  ...rules: readonly RuleOf<F>[]
): Kind<Name, F> {
  return { name, fields, rules };
}

/** The schema of a request. It drops unknown fields. */
export const bodyOf = <K extends Kind>({ fields: own, rules }: K) =>
  withRules(fields(entriesOf<K["fields"], "body">(own, "body")), rules);

export function replyOf<K extends Kind, const More extends v.ObjectEntries = EmptyObject>(
  kind: K,
  more: More = {} as More,
): ReplyOf<K, More> {
  const entries = { ...entriesOf<K["fields"], "reply">(kind.fields, "reply"), ...more };
  return (kind.fields.month ? withMonth(entries) : v.object(entries)) as unknown as ReplyOf<K, More>;
}
type EmptyObject = Record<never, never>;
type ReplyOf<K extends Kind, More extends v.ObjectEntries> = K["fields"] extends { month: Field }
  ? ReturnType<typeof withMonth<Omit<EntriesOf<K["fields"], "reply">, "month"> & More>>
  : v.ObjectSchema<EntriesOf<K["fields"], "reply"> & More, undefined>;

/** The fields with a label. */
export const shownFields = ({ fields: own }: Kind) =>
  Object.entries(own).flatMap(([name, { label, ...field }]) =>
    label === null ? [] : [{ ...field, name, label }],
  );

export const storedOf = <K extends Kind>(kind: K) =>
  v.object(entriesOf<K["fields"], "stored">(kind.fields, "stored"));

export function withFields<const Name extends string, F extends Fields, const More extends Fields>(
  { name, fields: own, rules }: Kind<Name, F>,
  more: More,
): Kind<Name, F & More> {
  return { name, fields: { ...own, ...more }, rules };
}

export function partOf<K extends Kind>(kind: K) {
  const body = withRules(v.object(entriesOf<K["fields"], "portable">(kind.fields, "portable")), kind.rules);
  return managed(field(null, "text", { body, reply: replyOf(kind), stored: storedOf(kind) }));
}

export function listOf<K extends Kind>(kind: K, max = Number.POSITIVE_INFINITY) {
  const { reply, stored, portable } = partOf(kind);
  const body = v.pipe(v.array(portable), v.maxLength(max));
  return managed(field(null, "text", { body, reply: v.array(reply), stored: v.array(stored) }));
}

/** The schema of an item of an export, with the same rules as a request. */
export function portableOf<K extends Kind>(kind: K) {
  const entries = entriesOf<K["fields"], "portable">(kind.fields, "portable");
  return withRules(v.object({ kind: v.literal<K["name"]>(kind.name), ...entries }), kind.rules);
}

export function draftOf<K extends Kind>({ fields: own }: K, thing: ThingOf<K>): DraftOf<K> {
  const isSent = ([name]: [string, unknown]) => own[name]?.body !== undefined;
  return Object.fromEntries(Object.entries(thing).filter(isSent)) as DraftOf<K>;
}

/** Each rule is checked as soon as its own fields are valid. */
export function withRules<Schema extends v.GenericSchema>(schema: Schema, rules: readonly Rule[]): Schema {
  // `RuleOf` types the fields that each rule reads; TypeScript loses them in the list.
  return rules.reduce<v.GenericSchema>((checked, rule) => v.pipe(checked, stepOf(rule)), schema) as Schema;
}

function stepOf({ of: [first, ...others], at, holds, message }: Rule): v.GenericValidation {
  const paths = [[first], ...others.map((name) => [name] as const)] as const;
  const check = v.partialCheck(paths, holds as (thing: object) => boolean, message);
  return v.forward(check, [at]) as v.GenericValidation;
}

/** Cast because Object.entries loses the names. */
function entriesOf<F extends Fields, In extends Form>(own: F, form: In): EntriesOf<F, In> {
  const entries = Object.entries(own).flatMap(([name, one]) => (one[form] ? [[name, one[form]]] : []));
  return Object.fromEntries(entries) as EntriesOf<F, In>;
}
