import { test } from "vitest";
import { withEngine } from "../../functions/src/local/engine.ts";
import { drill } from "./drill.ts";

test("restore-stage puts a stage back to an instant, ends its sessions and leaves the old table as it was", async () => {
  await withEngine((endpoint) => drill(endpoint));
}, 120_000);
