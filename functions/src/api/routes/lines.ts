import { lines } from "@coffer/contract/line";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const lineRoutes = ({ lines: own }: Core) =>
  pairNoun("lines", lines, {
    get: ({ ledger, query }) => own.line(ledger, query.from, query.months),
    afford: ({ ledger, body }) => own.afford(ledger, body),
  });
