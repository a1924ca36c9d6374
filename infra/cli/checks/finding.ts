import type { Stage } from "../../config.ts";
import type { Aws } from "../aws.ts";

/** With "wrong" the deployment would fail or the product not work. */
export type Finding = { subject: string; state: "good" | "wrong" | "note"; says: string; remedy?: string };

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
