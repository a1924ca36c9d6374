import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Store } from "@coffer/core/ports";
import { createBudgetStore } from "./budgets.ts";
import { createCategoryStore } from "./categories.ts";
import { createGoalStore } from "./goals.ts";
import { createMilestoneStore } from "./milestones.ts";
import { createTable } from "./table.ts";
import { createTransactionStore } from "./transactions.ts";

/** The store of the use cases over one table. */
export function createStore(dynamo: DynamoDBClient, tableName: string): Store {
  const table = createTable(dynamo, tableName);
  return {
    categories: createCategoryStore(table),
    transactions: createTransactionStore(table),
    budgets: createBudgetStore(table),
    goals: createGoalStore(table),
    milestones: createMilestoneStore(table),
  };
}
