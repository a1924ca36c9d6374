import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { paginateScan } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { schema } from "@coffer/dynamo/table/schema";
import { itemOf } from "@coffer/dynamo/table/writes";
import { TABLE_NAME } from "../../src/local/database.ts";
import { createDemo } from "../../src/local/demo.ts";
import { readSettings } from "../../src/local/settings.ts";

/** DynamoDB's overhead for each item and each of its copies in an index. */
const OVERHEAD = 100;
const PEOPLE = 2;

export type Weight = { items: number; table: number; indexes: number };

/**
 * Bytes that one of the demo household's two people has in the table after thirteen months, by kind of item, and in all
 * in a compressed copy of the table (functions/src/cli/copy-folder.ts).
 */
export async function weighYear(endpoint: string): Promise<{ kinds: Map<string, Weight>; copied: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-year-"));
  try {
    const client = createClient(endpoint);
    await ensureTable(client, TABLE_NAME);
    const settings = readSettings({ ...process.env, COFFER_DATA_DIR: dataDir });
    await createDemo(settings, endpoint, "http://localhost:4321", () => {});
    const kinds = new Map<string, Weight>();
    const lines: string[] = [];
    const now = Date.now() / 1_000;
    for await (const { Items = [] } of paginateScan({ client }, { TableName: TABLE_NAME })) {
      for (const typed of Items) {
        const item = itemOf(typed);
        if (Number(item[schema.ttl] ?? now) < now) continue;
        lines.push(JSON.stringify({ Item: typed }));
        const kind = kindOf(`${item.pk}`, `${item.sk}`);
        const weight = kinds.get(kind) ?? { items: 0, table: 0, indexes: 0 };
        weight.items += 1 / PEOPLE;
        weight.table += (bytesOf(item) + OVERHEAD) / PEOPLE;
        weight.indexes += copiesOf(item) / PEOPLE;
        kinds.set(kind, weight);
      }
    }
    return { kinds, copied: gzipSync(lines.join("\n")).byteLength / PEOPLE };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** "BUDGET#1" and "TX#2026-01-05#7" are "BUDGET TX". */
const kindOf = (pk: string, sk: string) => [pk, sk].map((key) => key.split("#")[0]).join(" ");

type Attributes = Record<string, unknown>;

function copiesOf(item: Attributes): number {
  const local = schema.localIndexes.filter(({ sort }) => sort in item).length * (bytesOf(item) + OVERHEAD);
  const global = schema.globalIndexes
    .filter(({ partition }) => partition in item)
    .map(({ partition, sort, attributes }) => {
      const names: string[] = [schema.key.partition, schema.key.sort, partition, sort, ...attributes];
      const copied = Object.entries(item).filter(([name]) => names.includes(name));
      return bytesOf(Object.fromEntries(copied)) + OVERHEAD;
    });
  return local + global.reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Counts as DynamoDB does: names and texts in UTF-8, half a byte a digit, three bytes a list or map and one for each
 * value.
 */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, one) => sum + 1 + bytesOf(one), 0);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).reduce(
      (sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + bytesOf(one),
      3,
    );
  return 1;
}
