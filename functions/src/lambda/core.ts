import { createCore } from "@coffer/core/core";
import type { Advisor, Env } from "@coffer/core/env";
import { passkeyVerifier } from "../adapters/passkeys.ts";
import { createPasswords } from "../adapters/passwords.ts";
import { beforeAnswer } from "../afterwards.ts";
import { requestNetworks } from "../api/client.ts";
import { clock, environment, ids, log, securityLog } from "./environment.ts";
import { store } from "./store.ts";

export const env: Env = {
  clock,
  ids,
  passwords: createPasswords(),
  passkeyVerifier,
  secondFactorForAdmins: true,
  origin: environment.origin,
  relyingParty: environment.relyingParty || undefined,
  securityLog,
  throttle: true,
  advisor: null,
  afterwards: beforeAnswer(log),
  networks: requestNetworks,
};

export const coreWith = (advisor: Advisor | null) => createCore(store, { ...env, advisor });
