import { join } from "node:path";
import { createCore } from "@coffer/core/core";
import type { Env } from "@coffer/core/env";
import { createDelivery } from "@coffer/core/mail/delivery";
import type { EmailData } from "@coffer/core/mail/email";
import { idSource } from "@coffer/domain/id";
import { createClient } from "@coffer/dynamo/table/client";
import { createStore } from "@coffer/dynamo/table/store";
import { getConnInfo } from "@hono/node-server/conninfo";
import { bedrockAdvisor } from "../adapters/careful-advisor.ts";
import { createFolderMailer, forgetMailTo } from "../adapters/folder-mailer.ts";
import { fileKeys } from "../adapters/keys.ts";
import { both } from "../adapters/mailers.ts";
import { passkeyVerifier } from "../adapters/passkeys.ts";
import { createPasswords } from "../adapters/passwords.ts";
import { createSmtpMailer } from "../adapters/smtp.ts";
import { behindAnswer } from "../afterwards.ts";
import { createApp } from "../api/app.ts";
import { createSessionCookies } from "../api/session.ts";
import { createLog, createSecurityLog } from "../log.ts";
import { TABLE_NAME } from "./database.ts";
import { type Settings, StartProblem } from "./settings.ts";

const FROM = "Coffer <coffer@localhost>";

export type LocalProduct = ReturnType<typeof composeLocal>;

export function composeLocal(
  settings: Settings,
  endpoint: string,
  origin: string,
  given: Partial<Pick<Env, "clock" | "securityLog" | "afterwards">> = {},
) {
  const { clock = Date.now } = given;
  const dynamo = createClient(endpoint);
  const store = createStore(dynamo, TABLE_NAME);
  const log = createLog((line) => process.stderr.write(`${line}\n`));
  const { bedrockModelId: modelId } = settings;
  const securityLog = given.securityLog ?? createSecurityLog(log, clock);
  const { afterwards, idle } = behindAnswer(log);
  const outbox = join(settings.dataDir, "outbox");
  const common = { clock, origin, securityLog, throttle: settings.throttle };
  const core = createCore(store, {
    ...common,
    ids: idSource(clock, Math.random),
    advisor: modelId ? bedrockAdvisor(modelId, { clock, log }) : null,
    passwords: createPasswords(),
    passkeyVerifier,
    secondFactorForAdmins: false,
    afterwards: given.afterwards ?? afterwards,
    forgetMailTo: (address: string) => forgetMailTo(outbox, address),
  });

  const folder = createFolderMailer(outbox, FROM);
  const mailer = settings.smtpUrl ? both(folder, createSmtpMailer(settings.smtpUrl, FROM)) : folder;
  // Loaded with the first mail, as is what encodes it: a start needs none of it.
  const renderEmail = async (data: EmailData) => (await import("../email/render.ts")).renderEmail(data);
  const delivery = createDelivery(store, { clock, origin, mailer, renderEmail });

  const keys = keysIn(join(settings.dataDir, "session-keys.json"));
  const app = createApp({
    ...common,
    core,
    sessions: createSessionCookies({ core, keys, origin, clock }),
    log,
    addressOf: (http) => getConnInfo(http).remote.address ?? "unknown",
  });
  return { dynamo, store, core, delivery, app, log, idle, outbox };
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
