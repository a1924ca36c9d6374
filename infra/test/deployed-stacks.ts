import { CreateStackCommand, UpdateStackCommand } from "@aws-sdk/client-cloudformation";
import { GetFunctionConfigurationCommand } from "@aws-sdk/client-lambda";
import type { Aws } from "../cli/aws.ts";
import { findStack } from "../cli/stacks.ts";

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

export async function environmentOf({ lambda }: Aws, FunctionName: string): Promise<Record<string, string>> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  return Environment?.Variables ?? {};
}
