import type { Stage } from "../../config.ts";
import type { Aws } from "../aws.ts";

/** With "wrong" the deployment would fail or the product not work. */
export type Finding = { subject: string; state: "good" | "wrong" | "note"; says: string; remedy?: string };

export type CheckInput = {
  stage: Stage;
  account: string;
  home: Aws;
  usEast1: Aws;
  /** The texts of a name's TXT records. */
  textRecords: (name: string) => Promise<string[]>;
};

export type Check = (input: CheckInput) => Promise<Finding | Finding[]>;

const finding =
  (state: Finding["state"]) =>
  (subject: string, says: string, remedy?: string): Finding => ({
    subject,
    state,
    says,
    ...(remedy && { remedy }),
  });

export const good = finding("good");
export const wrong = finding("wrong");
export const note = finding("note");
