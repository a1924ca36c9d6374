import { join } from "node:path";
import { createCore } from "@coffer/core/core";
import type { Env } from "@coffer/core/env";
import { createJobs } from "@coffer/core/jobs";
import { createDelivery } from "@coffer/core/mail/delivery";
import type { EmailData } from "@coffer/core/mail/email";
import { idSource } from "@coffer/domain/id";
import { createStore } from "@coffer/dynamo/stores";
import { createClient } from "@coffer/dynamo/table/client";
import { bedrockAdvisor } from "../adapters/careful-advisor.ts";
import { createFolderMailer, forgetMailTo } from "../adapters/folder-mailer.ts";
import { fileKeys } from "../adapters/keys.ts";
import { both } from "../adapters/mailers.ts";
import { passkeyVerifier } from "../adapters/passkeys.ts";
import { createPasswords } from "../adapters/passwords.ts";
import { createSmtpMailer } from "../adapters/smtp.ts";
import { behindAnswer } from "../afterwards.ts";
import { createApp } from "../api/app.ts";
import { requestNetworks } from "../api/client.ts";
import { createSessionCookies } from "../api/session.ts";
import { createLog, createSecurityLog, type Log } from "../log.ts";
import { forwardedAddress, socketAddress } from "./client-address.ts";
import { outboxIn } from "./data-folder.ts";
import { TABLE_NAME } from "./database.ts";
import { type Settings, StartProblem } from "./settings.ts";
import { isFromThisMachine } from "./this-machine.ts";

export type LocalProduct = ReturnType<typeof composeLocal>;

export function composeLocal(
  settings: Settings,
  endpoint: string,
  origin: string,
  given: Partial<Pick<Env, "clock" | "securityLog" | "afterwards"> & { log: Log | undefined }> = {},
) {
  const { clock = Date.now } = given;
  const dynamo = createClient(endpoint);
  const store = createStore(dynamo, TABLE_NAME);
  const log = given.log ?? createLog((line) => process.stderr.write(`${line}\n`));
  const { bedrockModelId: modelId } = settings;
  const securityLog = given.securityLog ?? createSecurityLog(log, clock);
  const { afterwards, idle } = behindAnswer(log);
  const outbox = outboxIn(settings.dataDir);
  const common = { clock, origin, securityLog, throttle: settings.throttle };
  const env: Env = {
    ...common,
    ids: idSource(clock, Math.random),
    advisor: modelId ? bedrockAdvisor(modelId, { clock, log }) : null,
    passwords: createPasswords(),
    passkeyVerifier,
    secondFactorForAdmins: false,
    afterwards: given.afterwards ?? afterwards,
    networks: requestNetworks,
    forgetMailTo: (address: string) => forgetMailTo(outbox, address),
  };
  const core = { ...createCore(store, env), ...createJobs(store, env) };

  const from = senderOf(settings, origin);
  const folder = createFolderMailer(outbox, from);
  const mailer = settings.smtpUrl ? both(folder, createSmtpMailer(settings.smtpUrl, from)) : folder;
  // Loaded with the first mail, to keep the start short.
  const renderEmail = async (data: EmailData, language: string | null) =>
    (await import("../email/render.ts")).renderEmail(data, language);
  const delivery = createDelivery(store, {
    clock,
    origin,
    mailer,
    renderEmail,
    throttle: settings.throttle,
    unprovenMailPerHour: settings.unprovenMailPerHour,
    onHeld: (why) => log.error("mail waits", { why }),
  });

  const keys = keysIn(join(settings.dataDir, "session-keys.json"));
  const app = createApp({
    ...common,
    core,
    sessions: createSessionCookies({ core, keys, origin, clock }),
    log,
    isOnThisMachine: isFromThisMachine,
    addressOf: settings.origin ? forwardedAddress(settings.trustedProxies) : socketAddress,
  });
  return { dynamo, store, core, delivery, app, log, idle, outbox };
}

/** Most mail providers accept only the SMTP account's own address as sender. */
function senderOf({ smtpUrl }: Settings, origin: string): string {
  const user = decodeURIComponent((smtpUrl && URL.parse(smtpUrl)?.username) || "");
  return `Coffer <${user.includes("@") ? user : `coffer@${new URL(origin).hostname}`}>`;
}

function keysIn(file: string) {
  try {
    return fileKeys(file);
  } catch {
    throw new StartProblem(
      `The session keys ${file} cannot be read; remove the file, and everybody signs in again.`,
    );
  }
}
