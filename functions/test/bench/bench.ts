import { parseArgs } from "node:util";
import { api, readiness } from "./api.ts";
import { costs } from "./costs.ts";
import { functions } from "./functions.ts";
import { imports } from "./imports.ts";
import { scores } from "./lighthouse.ts";
import { neighbours } from "./neighbours.ts";
import { offline } from "./offline.ts";
import { pages } from "./pages.ts";
import { pictures } from "./pictures.ts";
import { scale } from "./scale.ts";
import { stalls } from "./stalls.ts";

// `pnpm bench [section …] [--sizes 1000,10000,100000] [--people 500000]`: prints the figures of docs/promises.md,
// "Speed", each beside its floor. Figures vary by some 15 % between rounds: judge ratios within one run.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "1000,10000" },
    people: { type: "string", default: "50000" },
  },
});
const sections: Record<string, () => Promise<void>> = {
  start: readiness,
  pages,
  lighthouse: scores,
  functions,
  costs,
  imports,
  offline,
  api: () => api(values.sizes.split(",").map(Number)),
  neighbours,
  stalls,
  scale: () => scale(Number(values.people)),
};

for (const [name, run] of Object.entries(sections)) {
  if (positionals.length === 0 || positionals.includes(name)) await run();
}
// Asked for by name alone: it writes files of the repository.
if (positionals.includes("pictures")) await pictures();
