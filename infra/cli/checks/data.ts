import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DescribeSecretCommand } from "@aws-sdk/client-secrets-manager";
import { ownTableOf, stackNames } from "../../config.ts";
import { undefinedIfGone } from "../aws.ts";
import { stackOf } from "../stacks.ts";
import { type Check, type CheckInput, type Finding, good, wrong } from "./finding.ts";

/** A table or secrets of an earlier stage, under the names that the new one needs. */
export const checkLeftovers: Check = async (input) => [
  await table(input),
  ...(await Promise.all(["session-keys", "origin"].map((name) => secret(input, name)))),
];

async function table({ stage, home }: CheckInput): Promise<Finding> {
  if (!stage.ownsTable)
    return good(`table ${stage.restoredTable}`, "no stack owns it until pnpm run adopt-table");
  const name = ownTableOf(stage);
  const subject = `table ${name}`;
  const described = await home.dynamo
    .send(new DescribeTableCommand({ TableName: name }))
    .catch(undefinedIfGone);
  if (!described) return good(subject, "the name is free");
  const owner = await stackOf(home, name);
  if (owner !== stackNames(stage.name, home.region).data)
    return wrong(
      subject,
      owner ? `it belongs to the stack ${owner}` : "it is there, of a stage that was taken down",
      "Take it into the new stack with “cdk import”, or back it up (pnpm backup) and delete it: docs/operations.md, “Taking a stage down”",
    );
  if (described.Table?.StreamSpecification?.StreamViewType === "NEW_IMAGE")
    return wrong(
      subject,
      "its stream and indexes still carry whole items, and CloudFormation does not change them in place",
      "docs/operations.md, “Stages from before 22 November 2026”",
    );
  return good(subject, "it belongs to this stage");
}

async function secret({ stage, home }: CheckInput, part: string): Promise<Finding> {
  const name = `coffer-${stage.name}/${part}`;
  const subject = `secret ${name}`;
  const described = await home.secrets
    .send(new DescribeSecretCommand({ SecretId: name }))
    .catch(undefinedIfGone);
  if (!described) return good(subject, "the name is free");
  if (described.DeletedDate)
    return wrong(
      subject,
      "it is being deleted, and keeps its name for 7 to 30 days",
      `aws secretsmanager delete-secret --region ${home.region} --secret-id ${described.ARN} --force-delete-without-recovery`,
    );
  const owner = described.ARN ? await stackOf(home, described.ARN) : undefined;
  if (owner === `coffer-${stage.name}-data`) return good(subject, "it belongs to this stage");
  return wrong(
    subject,
    "it is there, of a stage that was taken down",
    `If no data is to be kept: aws secretsmanager delete-secret --region ${home.region} --secret-id ${name} --force-delete-without-recovery; else take it into the new stack with “cdk import”`,
  );
}
