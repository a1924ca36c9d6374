import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { Item } from "./item.ts";
import type { schema } from "./schema.ts";
import { filtered, when } from "./writes.ts";

type Index = (typeof schema.globalIndexes)[number];
type IndexName = Index["name"];
type IndexCalled<Name extends IndexName> = Extract<Index, { name: Name }>;

/** The attributes of an index: its key, the table's key, and those that the schema projects. */
type Attribute<Name extends IndexName> =
  | ("pk" | "sk" | IndexCalled<Name>["partition"] | IndexCalled<Name>["sort"])
  | IndexCalled<Name>["attributes"][number];

/** Makes attributes that an index does not have a type error, as they would be missing from every item. */
type Projected<Name extends IndexName, Entries> = { [Key in Exclude<keyof Entries, Attribute<Name>>]: never };

/** A query of a global index. These are eventually consistent: read the item itself before you decide on a write. */
export type IndexQuery<T, Name extends IndexName = IndexName> = Omit<
  QueryCommandInput,
  "TableName" | "IndexName" | "ConsistentRead" | "ProjectionExpression"
> & { IndexName: Name; read: (item: Item) => T };

/** Queries of an index that read `entries`, which must be attributes of that index. */
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

    /** Both ends are inclusive. */
    between: (partition: string, from: string, to: string) =>
      query(` AND ${name}Sk BETWEEN :from AND :to`, { ":pk": partition, ":from": from, ":to": to }),
  };
}

/** Filters a query by the value of an attribute of the index. */
export const having = <T, Name extends IndexName>(
  query: IndexQuery<T, Name>,
  attribute: Attribute<Name>,
  value: unknown,
): IndexQuery<T, Name> => filtered(query, when(`#${attribute} = :value`, { value }));
