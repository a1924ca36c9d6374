import {
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  type Stack,
  UpdateStackCommand,
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
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export async function putStack(aws: Aws, name: string, template: object, pollMs = 5_000): Promise<void> {
  const before = await findStack(aws, name);
  const input = {
    StackName: name,
    TemplateBody: JSON.stringify(template),
    Capabilities: ["CAPABILITY_NAMED_IAM" as const],
  };
  await aws.cloudFormation.send(before ? new UpdateStackCommand(input) : new CreateStackCommand(input));
  const complete = before ? "UPDATE_COMPLETE" : "CREATE_COMPLETE";
  for (;;) {
    const { StackStatus = "gone", StackStatusReason = "" } = (await findStack(aws, name)) ?? {};
    if (StackStatus === complete) return;
    if (!StackStatus.endsWith("_IN_PROGRESS"))
      throw new Error(`The stack ${name} is ${StackStatus}: ${StackStatusReason}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
