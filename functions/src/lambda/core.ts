import { createCore } from "@coffer/core/core";
import type { Advisor } from "@coffer/core/env";
import { createStore } from "@coffer/dynamo/table/store";
import { passkeyVerifier } from "../adapters/passkeys.ts";
import { createPasswords } from "../adapters/passwords.ts";
import { beforeAnswer } from "../afterwards.ts";
import { clock, dynamo, environment, ids, log, securityLog } from "./environment.ts";

export const store = createStore(dynamo, environment.tableName);

export const coreWith = (advisor: Advisor | null) =>
  createCore(store, {
    clock,
    ids,
    passwords: createPasswords(),
    passkeyVerifier,
    secondFactorForAdmins: true,
    origin: environment.origin,
    securityLog,
    throttle: true,
    advisor,
    afterwards: beforeAnswer(log),
  });
