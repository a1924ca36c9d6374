import { startEngine } from "../../src/local/engine.ts";
import { drill } from "./drill.ts";

/** `pnpm drill`: over the embedded engine, or over DynamoDB Local at DYNAMODB_ENDPOINT. */
const given = process.env.DYNAMODB_ENDPOINT;
const engine = given ? undefined : await startEngine();
try {
  for (const { what, took } of await drill(given ?? engine?.endpoint ?? ""))
    console.log(`${(took / 1000).toFixed(1).padStart(6)} s  ${what}`);
  console.log("Everything was there, before and after.");
} finally {
  await engine?.stop();
}
process.exit(0);
