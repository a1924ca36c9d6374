import { OpenIdConnectProvider, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { type Stage, stackNames } from "./config.ts";
import { acknowledge, environmentOf } from "./constructs/acknowledge.ts";

const ISSUER = "token.actions.githubusercontent.com";

type DeployRoleStackProps = StackProps & { stage: Stage; github: NonNullable<Stage["github"]> };

export class DeployRoleStack extends Stack {
  constructor(scope: Construct, id: string, { stage, github, ...props }: DeployRoleStackProps) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the role that GitHub deploys with` });
    const { owner, ownerId, repository, repositoryId, branch } = github;
    // The provider exists once per account, so it is created by hand (docs/operations.md).
    const provider = OpenIdConnectProvider.fromOpenIdConnectProviderArn(
      this,
      "GitHub",
      this.formatArn({ service: "iam", region: "", resource: "oidc-provider", resourceName: ISSUER }),
    );
    const role = new Role(this, "Role", {
      roleName: `coffer-${stage.name}-deploy-${this.region}`,
      description: `Deploys Coffer ${stage.name} from ${owner}/${repository}`,
      maxSessionDuration: Duration.hours(1),
      assumedBy: new WebIdentityPrincipal(provider.openIdConnectProviderArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: "sts.amazonaws.com",
          // Repositories created or renamed since 15 July 2026 carry ids in the subject, older ones do not.
          [`${ISSUER}:sub`]: [
            `repo:${owner}/${repository}:environment:${stage.name}`,
            `repo:${owner}@${ownerId}/${repository}@${repositoryId}:environment:${stage.name}`,
          ],
          // A later owner of the same name could obtain a subject of the older form.
          [`${ISSUER}:repository_id`]: repositoryId,
          // A job in an environment names no branch in its subject.
          [`${ISSUER}:ref`]: `refs/heads/${branch}`,
        },
      }),
    });
    const bootstrapRoles = this.formatArn({
      service: "iam",
      region: "",
      resource: "role",
      resourceName: "cdk-hnb659fds-*",
    });
    role.addToPolicy(new PolicyStatement({ actions: ["sts:AssumeRole"], resources: [bootstrapRoles] }));
    const names = stackNames(stage.name, this.region);
    const { partition, region, account } = environmentOf(this);
    // `pnpm run deploy` reads what is deployed, and deletes the rate rule's stack once the stage has none.
    const allow = (where: string, shown: string, stacks: string[], ...names: string[]) => {
      const resources = stacks.map((stack) => `stack/${stack}/*`);
      role.addToPolicy(
        new PolicyStatement({
          actions: names.map((action) => `cloudformation:${action}`),
          resources: resources.map((resource) =>
            this.formatArn({ service: "cloudformation", region: where, resource }),
          ),
        }),
      );
      for (const resource of resources)
        acknowledge(role, {
          [`IAM5[Resource::arn:${partition}:cloudformation:${shown}:${account}:${resource}]`]:
            "A stack's ARN ends with an id that AWS chooses",
        });
    };
    allow(this.region, region, [names.data, names.app], "GetTemplate");
    allow("us-east-1", "us-east-1", [names.edge], "DescribeStacks", "DeleteStack");
    acknowledge(role, {
      [`IAM5[Resource::arn:${partition}:iam::${account}:role/cdk-hnb659fds-*]`]:
        "CDK's bootstrap has one role per region and purpose, and the rights to deploy are theirs",
    });
    new CfnOutput(this, "DeployRole", { value: role.roleArn });
  }
}
