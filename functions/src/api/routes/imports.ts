import { importRow, type imports } from "@coffer/contract/import";
import type { Core } from "@coffer/core/core";
import type { PortionRow } from "@coffer/core/import/imports";
import * as v from "valibot";
import type { RoutesOf } from "../route.ts";

export const importRoutes = (core: Core): RoutesOf<typeof imports> => ({
  add: ({ budget, body, idempotencyKey }) =>
    core.imports.add(budget, { ...body, rows: body.rows.map(parseRow) }, idempotencyKey),
});

function parseRow(sent: unknown): PortionRow {
  const { success, output, issues } = v.safeParse(importRow, sent);
  if (!success) return { refused: issues[0].message };
  const { reference, ...row } = output;
  return { row: { ...row, ...(reference && { reference }) } };
}
