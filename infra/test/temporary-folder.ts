import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** CDK leaves a temporary folder for each app; they are removed together after the tests. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "coffer-infra-"));
  process.env.TMPDIR = folder;
  // Hides the operator's own stages.
  process.env.COFFER_STAGES = join(folder, "stages");
  return () => rmSync(folder, { recursive: true, force: true });
}
