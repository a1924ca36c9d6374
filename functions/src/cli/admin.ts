import { appointAdmin } from "@coffer/core/admin/administrator";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { idSource } from "@coffer/domain/id";
import { createStore } from "@coffer/dynamo/table/store";
import { StartProblem } from "../local/settings.ts";
import { type Command, openTarget, readCommandLine, runAsProcess, type TargetOptions } from "./target.ts";

const USAGE = "Use: pnpm admin grant|revoke EMAIL [--stage NAME [--table NAME]]";

export const admin: Command = async (args, environment) => {
  const { verb, email, options } = readGrant(args);
  const target = await openTarget(options, environment);
  try {
    const isAdmin = verb === "grant";
    const store = createStore(target.dynamo, target.tableName);
    const clock = () => Date.now();
    const env = { clock, ids: idSource(clock, Math.random) };
    const result = await appointAdmin(store, env, email, isAdmin);
    if (result === "notFound") throw new StartProblem(`Nobody with the address ${email} has an account.`);
    if (result === "unverified")
      throw new StartProblem(
        `${email} is not verified yet: open the link in the verification email, then grant again.`,
      );
    return `${email} is ${isAdmin ? "now" : "no longer"} an administrator.`;
  } finally {
    await target.close();
  }
};

if (import.meta.main) await runAsProcess(admin);

function readGrant(args: string[]): { verb: "grant" | "revoke"; email: string; options: TargetOptions } {
  const { words, options } = readCommandLine(args, USAGE);
  const [verb, email] = words;
  if ((verb !== "grant" && verb !== "revoke") || !email || words.length > 2) throw new StartProblem(USAGE);
  return { verb, email: normalizeEmail(email), options };
}
