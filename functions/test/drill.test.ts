import { inject, test } from "vitest";
import { drill } from "../tools/drill/drill.ts";

test("a stage runs on a restored table with all that was there, and back on its own", async () => {
  await drill(inject("engine"));
}, 120_000);
