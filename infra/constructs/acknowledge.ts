import { Stack, Token, Validations } from "aws-cdk-lib/core";
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

/** Where the stack is as findings say it: what is known by its value, the rest by its reference. */
export function placeOf(construct: IConstruct): { partition: string; region: string; account: string } {
  const { partition, region, account } = Stack.of(construct);
  const shown = (value: string, reference: string) =>
    Token.isUnresolved(value) ? `<AWS::${reference}>` : value;
  return {
    partition: shown(partition, "Partition"),
    region: shown(region, "Region"),
    account: shown(account, "AccountId"),
  };
}
