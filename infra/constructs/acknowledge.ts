import { CfnElement, Stack, Token, Validations } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";

/** Rules are named without cdk-nag's prefix: "S1", or one finding of a rule, as in "IAM5[Resource::*]". */
export function acknowledge(construct: IConstruct, reasons: Record<string, string>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}

/** The stack's environment as findings show it: "<AWS::Region>" if the value is unknown at synthesis. */
export function environmentOf(construct: IConstruct): { partition: string; region: string; account: string } {
  const { partition, region, account } = Stack.of(construct);
  const shown = (value: string, reference: string) =>
    Token.isUnresolved(value) ? `<AWS::${reference}>` : value;
  return {
    partition: shown(partition, "Partition"),
    region: shown(region, "Region"),
    account: shown(account, "AccountId"),
  };
}

/**
 * CloudFormation replaces a resource whose logical id changes, and generated ids change when code is moved or renamed.
 */
export function pinLogicalId(construct: IConstruct, id: string): void {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} is not one resource`);
  resource.overrideLogicalId(id);
}
