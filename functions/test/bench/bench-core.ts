import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createCore } from "@coffer/core/core";
import type { Clock, Env } from "@coffer/core/env";
import { createJobs } from "@coffer/core/jobs";
import { idSource } from "@coffer/domain/id";
import { createStore } from "@coffer/dynamo/stores";
import { passkeyVerifier } from "../../src/adapters/passkeys.ts";
import { createPasswords } from "../../src/adapters/passwords.ts";

export const ORIGIN = "https://budget.example.com";

/** The core over a table, without a model. Password hashes are cheap: no figure measures them. */
export function benchCore(client: DynamoDBClient, table: string, clock: Clock, throttle: boolean) {
  const store = createStore(client, table);
  const env: Env = {
    clock,
    ids: idSource(clock, Math.random),
    advisor: null,
    passwords: createPasswords({ memory: 8, passes: 1, parallelism: 1 }),
    passkeyVerifier,
    secondFactorForAdmins: true,
    origin: ORIGIN,
    securityLog: () => undefined,
    throttle,
    afterwards: (_key, work) => work(),
  };
  const core = { ...createCore(store, env), ...createJobs(store, env) };
  return { store, core };
}
