import { COUNT, readCommandLine, runCommand, wrongUse } from "../../src/cli/command-line.ts";
import { api, readiness } from "./api.ts";
import { costs } from "./costs.ts";
import { files } from "./files.ts";
import { functions } from "./functions.ts";
import { imports } from "./imports.ts";
import { scores } from "./lighthouse.ts";
import { neighbours } from "./neighbours.ts";
import { offline } from "./offline.ts";
import { pages } from "./pages.ts";
import { peers } from "./peers.ts";
import { pictures } from "./pictures.ts";
import { profile } from "./profile.ts";
import { review } from "./review.ts";
import { scale } from "./scale.ts";
import { stalls } from "./stalls.ts";

// Prints the figures of docs/promises.md, "Speed", each beside its floor. Figures vary by some 15 % between rounds:
// judge
// ratios within one run.

const sections = (
  sizes: number[],
  people: number,
  isProfiled: boolean,
  years: number,
): Record<string, () => Promise<void>> => ({
  start: readiness,
  pages: () => pages(years),
  lighthouse: scores,
  functions,
  costs,
  files,
  imports,
  offline,
  api: () => (isProfiled ? profile() : api(sizes)),
  peers,
  neighbours,
  stalls,
  review,
  scale: () => scale(people),
});
/** Runs only by name, because it writes files of the repository. */
const PICTURES = "pictures";
const NAMES = [...Object.keys(sections([], 0, false, 0)), PICTURES];

const USAGE = {
  use: ["pnpm bench [SECTION ...] [--sizes 1000,10000,100000] [--people 500000] [--years 10] [--profile]"],
  about: `Prints figures of speed and cost beside their aims. Sections: ${NAMES.join(", ")}.`,
  words: [0, NAMES.length],
  options: {
    sizes: {
      type: "string",
      default: "1000,10000",
      takes: "ROWS",
      matches: /^[1-9]\d*(,[1-9]\d*)*$/,
      help: "api: rows of its budgets",
    },
    profile: { type: "boolean", default: false, help: "api: where the time of its calls goes" },
    years: {
      ...COUNT,
      matches: /^\d{1,2}$/,
      default: "0",
      help: "pages: years of 4,000 rows in a household of 60 categories",
    },
    people: { ...COUNT, default: "50000", help: "scale: how many people there are" },
  },
} as const;

await runCommand(async () => {
  const { words: chosen, options } = readCommandLine(USAGE, process.argv.slice(2));
  const unknown = chosen.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw wrongUse(USAGE, `There is no section "${unknown}"`);
  const all = sections(
    options.sizes.split(",").map(Number),
    Number(options.people),
    options.profile,
    Number(options.years),
  );
  for (const [name, run] of Object.entries(all))
    if (chosen.length === 0 || chosen.includes(name)) await run();
  if (chosen.includes(PICTURES)) await pictures();
});
