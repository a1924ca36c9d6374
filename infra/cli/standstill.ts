import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  PutFunctionConcurrencyCommand,
} from "@aws-sdk/client-lambda";
import { MAX_CONCURRENCY, type Stage } from "../config.ts";
import { type Aws, undefinedIfGone } from "./aws.ts";

const functionsOf = (stage: string) =>
  Object.entries(MAX_CONCURRENCY).map(([name, most]) => ({ FunctionName: `coffer-${stage}-${name}`, most }));

export async function stop({ lambda }: Aws, stage: string): Promise<void> {
  for (const { FunctionName } of functionsOf(stage))
    await lambda
      .send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }))
      .catch(undefinedIfGone);
}

export async function start({ lambda }: Aws, { name, reserveConcurrency }: Stage): Promise<void> {
  for (const { FunctionName, most } of functionsOf(name))
    await (reserveConcurrency
      ? lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: most }))
      : lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
    ).catch(undefinedIfGone);
}

export async function tablesInUse({ lambda }: Aws, stage: string): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  for (const { FunctionName } of functionsOf(stage)) {
    const command = new GetFunctionConfigurationCommand({ FunctionName, Qualifier: "live" });
    const found = await lambda.send(command).catch(undefinedIfGone);
    const table = found?.Environment?.Variables?.TABLE_NAME;
    if (table !== undefined) tables.set(FunctionName, table);
  }
  return tables;
}
