import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";

/** Each worker loads a module once for all its files: the tests keep no state in modules, only in tables of their own. */
const node = {
  environment: "node",
  pool: "threads",
  isolate: false,
  // Node warns of each algorithm of WebCrypto that is new to it, where passkeys ask whether it is there.
  execArgv: ["--disable-warning=ExperimentalWarning"],
  // Some start whole processes or build whole stacks, on machines that may be slow.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Other processes, mail and pages take their time on a slow machine.
  expect: { poll: { timeout: 60_000 } },
} satisfies InlineConfig;

export default defineConfig({
  test: {
    // More than the cores there are: the tests wait for engine and browser half of the time.
    maxWorkers: 4,
    // Output of passing tests is noise.
    silent: "passed-only",
    projects: [
      {
        test: {
          ...node,
          name: "pure",
          include: [
            "packages/{domain,contract,bank-files}/src/**/*.test.ts",
            "web/src/{api,forms,format,import,offline,selection,session,ui}/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...node,
          name: "engine",
          include: ["packages/{core,dynamo}/src/**/*.test.ts", "functions/{src,test}/**/*.test.ts"],
          globalSetup: ["functions/test/engine.ts"],
        },
      },
      {
        test: {
          ...node,
          name: "infra",
          include: ["infra/**/*.test.ts"],
          globalSetup: ["infra/test/temporary-folder.ts"],
        },
      },
      { test: { ...node, name: "rules", include: ["packages/*.test.ts"] } },
      {
        test: {
          ...node,
          name: "browser",
          include: ["web/src/{screens,shell}/**/*.test.ts", "web/test/**/*.test.ts"],
          globalSetup: ["web/test/setup.ts"],
          // Some are whole journeys, and all other tests run at the same time.
          testTimeout: 300_000,
          // A busy machine can stop a browser for longer than any limit. `pnpm test` lists what was tried again.
          retry: 2,
        },
      },
    ],
  },
});
