import type { TestProject } from "vitest/node";
import { startEngine } from "../src/local/database.ts";
import { startDynamoDbLocal } from "./dynamodb-local.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The endpoint of the engine that all test files share, each with tables of its own. */
    engine: string;
  }
}

/** DynamoDB Local takes several times as long as the embedded engine. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000 };

/** In memory. */
export default async function setup(project: TestProject) {
  const isDynamoDbLocal = process.env.COFFER_TEST_ENGINE === "dynamodb-local";
  if (isDynamoDbLocal) Object.assign(project.config, PATIENCE);
  const engine = isDynamoDbLocal ? await startDynamoDbLocal() : await startEngine();
  project.provide("engine", engine.endpoint);
  // A signal ends vitest without calling what is returned here.
  process.once("exit", () => void engine.stop());
  process.once("SIGTERM", () => process.exit(143));
  return () => engine.stop();
}
