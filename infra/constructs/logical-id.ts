import { CfnElement } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";

/** Moving or renaming code changes generated logical ids, and CloudFormation replaces a resource whose id changes. */
export function pinLogicalId(construct: IConstruct, id: string): void {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} is not one resource`);
  resource.overrideLogicalId(id);
}
