import { appointAdmin } from "@coffer/core/admin/administrator";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { idSource } from "@coffer/domain/id";
import { createStore } from "@coffer/dynamo/table/store";
import { StartProblem } from "../local/settings.ts";
import { type Command, onTarget, readCommandLine, runAsProcess } from "./target.ts";

const USAGE = "Use: pnpm admin grant|revoke EMAIL [--stage NAME [--table NAME]]";

export const admin: Command = async (args, environment) => {
  const { words, options } = readCommandLine(args, USAGE, 2);
  const [verb, address = ""] = words;
  if (verb !== "grant" && verb !== "revoke") throw new StartProblem(USAGE);
  const email = normalizeEmail(address);
  const isAdmin = verb === "grant";
  const clock = () => Date.now();
  const env = { clock, ids: idSource(clock, Math.random) };
  const result = await onTarget(options, environment, ({ dynamo, tableName }) =>
    appointAdmin(createStore(dynamo, tableName), env, email, isAdmin),
  );
  if (result === "notFound") throw new StartProblem(`Nobody with the address ${email} has an account.`);
  if (result === "unverified")
    throw new StartProblem(
      `${email} is not verified yet: open the link in the verification email, then grant again.`,
    );
  return `${email} is ${isAdmin ? "now" : "no longer"} an administrator.`;
};

if (import.meta.main) await runAsProcess(admin);
