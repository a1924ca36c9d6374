import { CfnElement } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";

/** Gives what holds data a logical id of its own, so that moving or renaming code never replaces it. */
export function keepLogicalId(construct: IConstruct, id: string): void {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} is not one resource`);
  resource.overrideLogicalId(id);
}
