import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import { Stack } from "aws-cdk-lib/core";
import { acknowledge, environmentOf } from "./acknowledge.ts";

/** An inference profile spreads a model's calls over the regions of a continent, or over all of them. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** Allows one model. A call through a profile also needs the model itself in each region where it may run. */
export function allowModel(role: Role, modelId: string): void {
  const { partition, region, account } = Stack.of(role);
  const actions = ["bedrock:InvokeModel"];
  const model = PROFILE.exec(modelId)?.[2];
  if (!model) {
    const resources = [`arn:${partition}:bedrock:${region}::foundation-model/${modelId}`];
    role.addToPolicy(new PolicyStatement({ actions, resources }));
    return;
  }
  const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`;
  role.addToPolicy(new PolicyStatement({ actions, resources: [profile] }));
  role.addToPolicy(
    new PolicyStatement({
      actions,
      resources: [`arn:${partition}:bedrock:*::foundation-model/${model}`],
      conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
    }),
  );
  acknowledge(role, {
    [`IAM5[Resource::arn:${environmentOf(role).partition}:bedrock:*::foundation-model/${model}]`]:
      "One model, in whichever region its profile chooses, and only through the profile",
  });
}
