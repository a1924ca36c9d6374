import type { Stage } from "../../config.ts";
import type { Aws } from "../aws.ts";

/** A check's finding: "good", "wrong" (the deployment would fail or the product not work) or "note". */
export type Finding = { subject: string; state: "good" | "wrong" | "note"; says: string; remedy?: string };

/** The subject of a check: the stage, its account, its region and us-east-1, where CloudFront's resources are. */
export type CheckInput = { stage: Stage; account: string; home: Aws; usEast1: Aws };

export type Check = (input: CheckInput) => Promise<Finding | Finding[]>;

export const good = (subject: string, says: string): Finding => ({ subject, state: "good", says });
export const wrong = (subject: string, says: string, remedy: string): Finding => ({
  subject,
  state: "wrong",
  says,
  remedy,
});
export const note = (subject: string, says: string, remedy?: string): Finding => ({
  subject,
  state: "note",
  says,
  ...(remedy === undefined ? {} : { remedy }),
});
