import { schema } from "@coffer/dynamo/table/schema";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { ownTableOf, type Stage, streamViewOf } from "./config.ts";
import { acknowledge, pinLogicalId } from "./constructs/acknowledge.ts";
import { createMailIdentity } from "./constructs/mail.ts";

export const TABLE_ID = "Table";

/** Resources that outlive every deployment: the table, the secrets and the sender's identity (docs/decisions/015). */
export class DataStack extends Stack {
  /** Undefined while the stage replaces it with a restored one. */
  readonly table: dynamodb.ITable | undefined;
  readonly sessionKeys: Secret;
  readonly originSecret: Secret;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, {
      ...props,
      terminationProtection: true,
      description: `Coffer ${stage.name}: data, keys and sender`,
    });
    const name = `coffer-${stage.name}`;
    this.table = stage.ownsTable ? createTable(this, stage) : undefined;
    this.sessionKeys = createSecret(
      this,
      "SessionKeys",
      `${name}/session-keys`,
      "Signs the sessions of Coffer",
    );
    this.originSecret = createSecret(
      this,
      "OriginSecret",
      `${name}/origin`,
      "Proves to the API of Coffer that a request came through CloudFront",
    );
    // Last, because a rollback of the first creation could not delete a table that is protected from deletion.
    this.table?.node.addDependency(this.sessionKeys, this.originSecret);

    const { tableName, tableArn, tableStreamArn } = this.table ?? {};
    const [sessionKeysArn, originSecretArn] = [this.sessionKeys.secretArn, this.originSecret.secretArn];
    // Always exported: moving to a restored table and back must not change the exports.
    for (const value of [tableName, tableArn, tableStreamArn, sessionKeysArn, originSecretArn])
      if (value !== undefined) this.exportValue(value);
    for (const { output, text } of createMailIdentity(this, stage))
      new CfnOutput(this, output, { value: text });
    if (tableName !== undefined) new CfnOutput(this, "TableName", { value: tableName });
    new CfnOutput(this, "SessionKeysSecretArn", { value: sessionKeysArn });
    new CfnOutput(this, "OriginSecretArn", { value: originSecretArn });
  }
}

// Deleted if its creation is rolled back: the next attempt needs the name.
const removalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

function createTable(scope: Construct, stage: Stage): dynamodb.ITable {
  const text = (name: string) => ({ name, type: dynamodb.AttributeType.STRING });
  const common = {
    tableName: ownTableOf(stage),
    partitionKey: text(schema.key.partition),
    sortKey: text(schema.key.sort),
    timeToLiveAttribute: schema.ttl,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy,
  };
  const view = dynamodb.StreamViewType[streamViewOf(stage)];
  const table = stage.globalTable
    ? new dynamodb.TableV2(scope, "Table", {
        ...common,
        billing: dynamodb.Billing.onDemand(),
        encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
        dynamoStream: view,
        replicas: stage.secondRegion ? [{ region: stage.secondRegion }] : [],
      })
    : new dynamodb.Table(scope, "Table", {
        ...common,
        billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
        encryption: dynamodb.TableEncryption.AWS_MANAGED,
        stream: view,
      });
  for (const { name: indexName, sort } of schema.localIndexes)
    table.addLocalSecondaryIndex({
      indexName,
      sortKey: text(sort),
      projectionType: dynamodb.ProjectionType.ALL,
    });
  for (const { name: indexName, partition, sort, attributes } of schema.globalIndexes)
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: text(partition),
      sortKey: text(sort),
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: [...attributes],
    });
  pinLogicalId(table, TABLE_ID);
  return table;
}

function createSecret(scope: Construct, id: string, secretName: string, description: string): Secret {
  const secret = new Secret(scope, id, {
    secretName,
    description,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy,
  });
  pinLogicalId(secret, id);
  acknowledge(secret, {
    SMG4: "Rotated by one command of docs/operations.md; the previous version stays valid beside the new one",
  });
  return secret;
}
