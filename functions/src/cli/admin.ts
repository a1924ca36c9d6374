import { appointAdmin } from "@coffer/core/admin/admin";
import { resendGivenUp } from "@coffer/core/mail/outbox";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { idSource } from "@coffer/domain/id";
import { pluralize } from "@coffer/domain/text/plural";
import { createStore } from "@coffer/dynamo/stores";
import { forgetMailTo } from "../adapters/folder-mailer.ts";
import { knownOrigin, notedOrigin, outboxIn } from "../local/data-folder.ts";
import { removeDemo } from "../local/demo-accounts.ts";
import { readSettings, StartProblem } from "../local/settings.ts";
import { parseInstant, readCommandLine, wrongUse } from "./command-line.ts";
import { type Command, onTarget, runAsProcess, TARGET, type TargetOptions } from "./target.ts";

const USAGE = {
  use: [
    "pnpm admin grant|revoke|unsuppress EMAIL [--stage NAME [--table NAME]]",
    "pnpm admin resend --since 2026-11-20T09:00:00Z [--stage NAME [--table NAME]]",
    "pnpm admin remove-demo",
  ],
  about:
    "Makes or unmakes an administrator, sends mail again to an address that bounced or complained, queues mail again that was given up, or removes the demo household.",
  words: [1, 2],
  options: {
    since: { type: "string", takes: "INSTANT", help: "mail that was given up since then" },
    ...TARGET,
  },
} as const;

export const admin: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  const [verb, address] = words;
  if (verb === "remove-demo" && address === undefined && Object.keys(options).length === 0)
    return removeDemoAccounts(environment);
  if (verb === "resend" && address === undefined) return resend(options, environment);
  if (address === undefined || options.since !== undefined) throw wrongUse(USAGE);
  const email = normalizeEmail(address);
  if (verb === "unsuppress") return unsuppress(email, options, environment);
  if (verb !== "grant" && verb !== "revoke") throw wrongUse(USAGE);
  const isAdmin = verb === "grant";
  const env = { clock: Date.now, ids: idSource(Date.now, Math.random) };
  const result = await onTarget(options, environment, ({ dynamo, tableName }) =>
    appointAdmin(createStore(dynamo, tableName), env, email, isAdmin),
  );
  if (result === "notFound") throw new StartProblem(`Nobody with the address ${email} has an account.`);
  if (result === "unverified")
    throw new StartProblem(
      `${email} is not verified yet: open the link in the verification email${options.stage ? "" : outboxHint(environment)}, then grant again.`,
    );
  if (result === "leaving")
    throw new StartProblem(
      `The account of ${email} is to be deleted: sign in, which keeps it, then grant again.`,
    );
  return `${email} is ${isAdmin ? "now" : "no longer"} an administrator.`;
};

/** The outbox page's address where mail is kept there instead of sent; empty otherwise. */
function outboxHint(environment: NodeJS.ProcessEnv | undefined): string {
  const { origin, smtpUrl, dataDir } = readSettings(environment);
  const at = notedOrigin(dataDir);
  return origin || smtpUrl || !at ? "" : ` (${at}/_outbox)`;
}

async function removeDemoAccounts(environment: NodeJS.ProcessEnv | undefined) {
  const settings = readSettings(environment);
  const outbox = outboxIn(settings.dataDir);
  const removed = await onTarget({}, environment, ({ dynamo, tableName }) =>
    removeDemo(createStore(dynamo, tableName), {
      clock: Date.now,
      ids: idSource(Date.now, Math.random),
      // Links in notifications lead to this address.
      origin: knownOrigin(settings),
      securityLog: () => undefined,
      forgetMailTo: (address) => forgetMailTo(outbox, address),
    }),
  );
  return removed === 0
    ? "No account of the demo household opens with the printed password; nothing was removed."
    : `Removed ${pluralize(removed, "account")} of the demo household, with the budgets that nobody else belongs to.`;
}

async function resend(
  options: TargetOptions & { since?: string },
  environment: NodeJS.ProcessEnv | undefined,
): Promise<string> {
  const since = parseInstant(options.since ?? "");
  if (since === undefined) throw wrongUse(USAGE, "--since takes an instant");
  const queued = await onTarget(options, environment, ({ dynamo, tableName }) =>
    resendGivenUp(createStore(dynamo, tableName).outbox, since, Date.now()),
  );
  return queued === 0
    ? `No mail has been given up since ${new Date(since).toISOString()}, or all of it was queued again already.`
    : `Queued ${pluralize(queued, "mail")} again; ${queued === 1 ? "it leaves" : "they leave"} within five minutes.`;
}

async function unsuppress(
  email: string,
  options: TargetOptions,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<string> {
  const lifted = await onTarget(options, environment, ({ dynamo, tableName }) =>
    createStore(dynamo, tableName).suppression.lift(email),
  );
  return lifted ? `Mail is sent to ${email} again.` : `Mail to ${email} was not suppressed.`;
}

if (import.meta.main) await runAsProcess(admin);
