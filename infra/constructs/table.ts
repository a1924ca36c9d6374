import { schema } from "@coffer/dynamo/schema";
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { RemovalPolicy } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { keepLogicalId } from "./kept.ts";

/** The single table, from the schema that the local product and the tests create theirs from. */
export function createTable(scope: Construct, tableName: string): Table {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, "Table", {
    tableName,
    partitionKey: text(schema.key.partition),
    sortKey: text(schema.key.sort),
    timeToLiveAttribute: schema.ttl,
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    stream: StreamViewType.NEW_IMAGE,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  for (const { name, sort } of schema.localIndexes) {
    table.addLocalSecondaryIndex({
      indexName: name,
      sortKey: text(sort),
      projectionType: ProjectionType.ALL,
    });
  }
  for (const { name, partition, sort } of schema.globalIndexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partition),
      sortKey: text(sort),
      projectionType: ProjectionType.ALL,
    });
  }
  keepLogicalId(table, "Table");
  return table;
}
