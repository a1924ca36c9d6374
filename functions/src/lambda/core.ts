import { createCore } from "@coffer/core/core";
import type { Advisor } from "@coffer/core/env";
import { passkeyVerifier } from "../adapters/passkeys.ts";
import { createPasswords } from "../adapters/passwords.ts";
import { beforeAnswer } from "../afterwards.ts";
import { requestNetworks } from "../request-address.ts";
import { clock, environment, ids, log, securityLog } from "./environment.ts";
import { store } from "./store.ts";

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
    networks: requestNetworks,
  });
