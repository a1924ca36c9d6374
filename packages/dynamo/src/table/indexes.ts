import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { Item } from "./item.ts";
import type { schema } from "./schema.ts";
import { filtered, when } from "./writes.ts";

type Index = (typeof schema.globalIndexes)[number];
type IndexName = Index["name"];
type IndexCalled<Name extends IndexName> = Extract<Index, { name: Name }>;

/** The attributes that an index has: its own key and the table's, and copies of those that the schema names. */
type Attribute<Name extends IndexName> =
  | ("pk" | "sk" | IndexCalled<Name>["partition"] | IndexCalled<Name>["sort"])
  | IndexCalled<Name>["attributes"][number];

/** Refuses, as a type error, attributes that an index does not have: they would be missing from every item. */
type Projected<Name extends IndexName, Entries> = { [Key in Exclude<keyof Entries, Attribute<Name>>]: never };

/** A query of a global index, which is eventually consistent: what decides on a write is read from the item itself. */
export type IndexQuery<T, Name extends IndexName = IndexName> = Omit<
  QueryCommandInput,
  "TableName" | "IndexName" | "ConsistentRead" | "ProjectionExpression"
> & { IndexName: Name; read: (item: Item) => T };

/** Queries of an index that read these attributes. Another attribute than those it has is a type error. */
export function createIndex<Name extends IndexName, const Entries extends v.ObjectEntries>(
  name: Name,
  entries: Entries & Projected<Name, Entries>,
) {
  type Read = v.InferOutput<v.ObjectSchema<Entries, undefined>>;
  const read: (item: Item) => Read = v.parser(v.object<Entries>(entries));
  const query = (more: string, values: Record<string, string>): IndexQuery<Read, Name> => ({
    IndexName: name,
    KeyConditionExpression: `${name}Pk = :pk${more}`,
    ExpressionAttributeValues: values,
    read,
  });
  return {
    /** All of a partition. */
    of: (partition: string) => query("", { ":pk": partition }),

    before: (partition: string, end: string) =>
      query(` AND ${name}Sk < :before`, { ":pk": partition, ":before": end }),

    /** Both ends included. */
    between: (partition: string, from: string, to: string) =>
      query(` AND ${name}Sk BETWEEN :from AND :to`, { ":pk": partition, ":from": from, ":to": to }),
  };
}

/** Only the items whose attribute, which the index has, is `value`. */
export const having = <T, Name extends IndexName>(
  query: IndexQuery<T, Name>,
  attribute: Attribute<Name>,
  value: unknown,
): IndexQuery<T, Name> => filtered(query, when(`#${attribute} = :value`, { value }));
