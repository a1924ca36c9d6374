import { createCore } from "@coffer/core/core";
import type { Advisor } from "@coffer/core/env";
import { idSource } from "@coffer/domain/id";
import { createClient } from "@coffer/dynamo/client";
import { createStore } from "@coffer/dynamo/store";
import { createPasswords } from "../adapters/passwords.ts";
import { createLog } from "../log.ts";

/** Set by infra/constructs/functions.ts. */
export const environment = {
  tableName: setting("TABLE_NAME"),
  origin: setting("ORIGIN"),
  /** ARNs of secrets. */
  sessionKeysSecret: setting("SESSION_KEYS_SECRET"),
  originSecret: setting("ORIGIN_SECRET"),
  signInCheckSecret: setting("SIGN_IN_CHECK_SECRET"),
  mailFrom: setting("MAIL_FROM"),
  sesConfigurationSet: setting("SES_CONFIGURATION_SET"),
  bedrockModelId: setting("BEDROCK_MODEL_ID"),
  /** From Lambda itself. */
  functionName: setting("AWS_LAMBDA_FUNCTION_NAME"),
};

export const clock = () => Date.now();
export const ids = idSource(clock, Math.random);
/** One line of the function's log, which CloudWatch takes as it is. */
export const writeLine = (line: string) => process.stdout.write(`${line}\n`);
export const log = createLog(writeLine);
export const dynamo = createClient();
export const store = createStore(dynamo, environment.tableName);

export const coreWith = (advisor: Advisor | null) =>
  createCore(store, {
    clock,
    ids,
    passwords: createPasswords(),
    origin: environment.origin,
    throttle: true,
    advisor,
  });

/** Empty where it is not set: each function is given only the settings that it uses. */
function setting(name: string): string {
  return process.env[name] ?? "";
}
