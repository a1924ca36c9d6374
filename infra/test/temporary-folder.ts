import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** CDK leaves a folder in the temporary one for each app; this one is removed with all of them after the tests. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "coffer-infra-"));
  process.env.TMPDIR = folder;
  // Not the operator's own stages.
  process.env.COFFER_STAGES = join(folder, "stages");
  return () => rmSync(folder, { recursive: true, force: true });
}
