import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import * as v from "valibot";
import { freeAddress } from "../../src/local/database.ts";
import { StartProblem } from "../../src/local/settings.ts";

/** Findings about CDK's own output: redundant dependencies, and an output that is an import. */
const ACCEPTED = ["W3005", "W6001"];

const RUN_LINT = "import sys; from cfnlint.runner import main; sys.exit(main())";

/** The Python that has cfn-lint and moto. StartProblem, with what to do, if they are missing. */
export function findPython(python = process.env.PYTHON ?? "python3"): string {
  const { status } = spawnSync(python, ["-c", "import cfnlint, moto.server"], { stdio: "ignore" });
  if (status === 0) return python;
  throw new StartProblem(
    `The rehearsal needs Python with cfn-lint and moto, which ${python} does not have: ` +
      "python3 -m venv ~/.coffer-rehearsal && ~/.coffer-rehearsal/bin/pip install cfn-lint 'moto[server]', " +
      "then PYTHON=~/.coffer-rehearsal/bin/python pnpm rehearse.",
  );
}

/** Findings of cfn-lint in templates, a line each. */
export function lint(python: string, templates: readonly string[]): string[] {
  const ignored = ACCEPTED.flatMap((rule) => ["--ignore-checks", rule]);
  const args = ["-c", RUN_LINT, "--format", "parseable", ...ignored, "--template", ...templates];
  const { status, stdout, stderr } = spawnSync(python, args, { encoding: "utf8" });
  if (status === 0) return [];
  return (stdout || stderr).trim().split("\n");
}

export type Emulator = { endpoint: string; knownTypes: ReadonlySet<string>; stop(): void };

/** moto's server on this machine; CloudFormation, DynamoDB, Secrets Manager, SQS, SES and more on one port. */
export async function startEmulator(python: string): Promise<Emulator> {
  const listing = spawnSync(python, [join(import.meta.dirname, "known-types.py")], { encoding: "utf8" });
  if (listing.status !== 0) throw new Error(listing.stderr);
  const knownTypes = new Set(v.parse(v.array(v.string()), JSON.parse(listing.stdout)));
  const { host, port } = await freeAddress("127.0.0.1");
  const program = join(import.meta.dirname, "identities.py");
  const server = spawn(python, [program, "-H", host, "-p", String(port)], { stdio: "ignore" });
  const endpoint = `http://${host}:${port}`;
  for (let tried = 0; ; tried++) {
    const answer = await fetch(`${endpoint}/moto-api/`).catch(() => undefined);
    if (answer?.ok) break;
    if (tried === 200 || server.exitCode !== null) throw new Error("moto's server does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { endpoint, knownTypes, stop: () => void server.kill() };
}
