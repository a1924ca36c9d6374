import { readOrEnd } from "../../src/cli/command-line.ts";
import { withEngine } from "../with-engine.ts";
import { drill } from "./drill.ts";

readOrEnd({
  use: ["pnpm drill"],
  about: "Tries a stage's restore over the embedded engine, or over DynamoDB Local at DYNAMODB_ENDPOINT.",
  options: {},
});
const given = process.env.DYNAMODB_ENDPOINT;
const steps = given ? await drill(given) : await withEngine(drill);
for (const { what, took } of steps) console.log(`${(took / 1000).toFixed(1).padStart(6)} s  ${what}`);
console.log("Everything was there, before and after.");
process.exit(0);
