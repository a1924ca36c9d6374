import type { TestProject } from "vitest/node";
import { startEngine } from "../src/local/engine.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The endpoint of the engine that all tests of a run share; each test file creates a table of its own. */
    engine: string;
  }
}

/** Starts one in-memory engine for the run. */
export default async function setup(project: TestProject) {
  const engine = await startEngine();
  project.provide("engine", engine.endpoint);
  return () => engine.stop();
}
