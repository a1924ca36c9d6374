import type { TestProject } from "vitest/node";
import { startEngine } from "../src/local/engine.ts";
import { startDynamoDbLocal } from "./dynamodb-local.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The endpoint of the engine that all test files share, each with tables of its own. */
    engine: string;
  }
}

/** In memory. */
export default async function setup(project: TestProject) {
  const engine =
    process.env.COFFER_TEST_ENGINE === "dynamodb-local" ? await startDynamoDbLocal() : await startEngine();
  project.provide("engine", engine.endpoint);
  return () => engine.stop();
}
