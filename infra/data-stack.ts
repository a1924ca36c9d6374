import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";
import { createMailIdentity } from "./constructs/mail-identity.ts";
import { createSecrets } from "./constructs/secrets.ts";
import { createTable } from "./constructs/table.ts";

/** The operator's commands find a stage's table by this name. */
const tableNameOf = (stage: string): string => `coffer-${stage}`;

/** Resources that outlive every deployment: the table, the secrets and the sender's identity (docs/decisions/015). */
export class DataStack extends Stack {
  readonly table: ITable;
  readonly sessionKeys: ISecret;
  readonly originSecret: ISecret;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, {
      ...props,
      terminationProtection: true,
      description: `Coffer ${stage.name}: data, keys and sender`,
    });
    const table = createTable(this, tableNameOf(stage.name));
    const { sessionKeys, origin } = createSecrets(this, stage.name);
    // Last, because a rollback of the first creation could not delete a table that is protected from deletion.
    table.node.addDependency(sessionKeys, origin);
    this.table = table;
    this.sessionKeys = sessionKeys;
    this.originSecret = origin;

    // Exported whether used or not: moving to a restored table and back must not change the exports.
    for (const value of [
      table.tableName,
      table.tableArn,
      table.tableStreamArn,
      sessionKeys.secretArn,
      origin.secretArn,
    ])
      this.exportValue(value);
    for (const { output, text } of createMailIdentity(this, stage))
      new CfnOutput(this, output, { value: text });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "SessionKeysSecretArn", { value: sessionKeys.secretArn });
    new CfnOutput(this, "OriginSecretArn", { value: origin.secretArn });
  }
}
