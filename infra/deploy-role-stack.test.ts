import { Match, Template } from "aws-cdk-lib/assertions";
import { App } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { readStage } from "./config.ts";
import { DeployRoleStack } from "./deploy-role-stack.ts";

const github = { owner: "ana", ownerId: "123", repository: "coffer", repositoryId: "456", branch: "main" };
const templateOf = (name: string) => {
  const app = new App({ builtinCloudFormationValidation: false, context: { stage: name } });
  const env = { region: "eu-central-1" };
  return Template.fromStack(new DeployRoleStack(app, "role", { stage: readStage(app.node), github, env }));
};

for (const stage of ["dev", "production"])
  test(`only the environment and branch of ${stage} can use its role`, () => {
    templateOf(stage).hasResourceProperties("AWS::IAM::Role", {
      RoleName: `coffer-${stage}-deploy-eu-central-1`,
      AssumeRolePolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({
            Action: "sts:AssumeRoleWithWebIdentity",
            Condition: {
              StringEquals: {
                "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
                "token.actions.githubusercontent.com:sub": [
                  `repo:ana/coffer:environment:${stage}`,
                  `repo:ana@123/coffer@456:environment:${stage}`,
                ],
                "token.actions.githubusercontent.com:repository_id": "456",
                "token.actions.githubusercontent.com:ref": "refs/heads/main",
              },
            },
          }),
        ],
      }),
    });
  });

test("the role may only use CDK's bootstrap, read templates and delete the rate rule's stack", () => {
  const policies = Object.values(templateOf("dev").findResources("AWS::IAM::Policy"));
  expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
    { Effect: "Allow", Action: "sts:AssumeRole", Resource: expect.anything() },
    { Effect: "Allow", Action: "cloudformation:GetTemplate", Resource: expect.anything() },
    {
      Effect: "Allow",
      Action: ["cloudformation:DescribeStacks", "cloudformation:DeleteStack"],
      Resource: expect.anything(),
    },
  ]);
  expect(JSON.stringify(policies)).toContain(":role/cdk-hnb659fds-*");
  expect(JSON.stringify(policies)).toContain(":stack/coffer-dev-edge-eu-central-1/*");
});
