import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Accepts findings of cdk-nag's AwsSolutions on one construct, each with its reason.
 * The rule's id without its prefix: "S1", or one finding of a rule, as in "IAM5[Resource::*]".
 */
export function acknowledge(construct: IConstruct, reasons: Record<string, string>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
