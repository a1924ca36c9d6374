import { setTimeout as wait } from "node:timers/promises";
import {
  DeleteStackCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { type Aws, undefinedIfGone } from "./aws.ts";

export async function findStack({ cloudFormation }: Aws, name: string): Promise<Stack | undefined> {
  const found = await cloudFormation
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch(undefinedIfGone);
  return found?.Stacks?.[0];
}

export async function stackOf({ cloudFormation }: Aws, physicalId: string): Promise<string | undefined> {
  const found = await cloudFormation
    .send(new DescribeStackResourcesCommand({ PhysicalResourceId: physicalId }))
    .catch(undefinedIfGone);
  return found?.StackResources?.[0]?.StackName;
}

export async function deleteStack(aws: Aws, name: string, pollMs = 5_000): Promise<boolean> {
  const stack = await findStack(aws, name);
  if (!stack) return false;
  await aws.cloudFormation.send(new DeleteStackCommand({ StackName: name }));
  for (;;) {
    // A deleted stack can still be described by its id.
    const now = await findStack(aws, stack.StackId ?? name);
    if (!now || now.StackStatus === "DELETE_COMPLETE") return true;
    if (now.StackStatus === "DELETE_FAILED")
      throw new Error(
        `The stack ${name} could not be deleted: ${now.StackStatusReason ?? "see CloudFormation"}`,
      );
    await wait(pollMs);
  }
}
