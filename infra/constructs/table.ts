import { schema } from "@coffer/dynamo/table/schema";
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
import { pinLogicalId } from "./logical-id.ts";

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
    // Its reader needs no more, and links in queued mail stay in the table.
    stream: StreamViewType.KEYS_ONLY,
    deletionProtection: true,
    // Deleted where its creation is rolled back: the next one needs the name.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  for (const { name, sort } of schema.localIndexes) {
    table.addLocalSecondaryIndex({
      indexName: name,
      sortKey: text(sort),
      projectionType: ProjectionType.ALL,
    });
  }
  for (const { name, partition, sort, attributes } of schema.globalIndexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partition),
      sortKey: text(sort),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...attributes],
    });
  }
  pinLogicalId(table, "Table");
  return table;
}
