import { parseArgs } from "node:util";
import { createStore } from "@coffer/dynamo/store";
import { StartProblem } from "./settings.ts";
import { command, openTarget } from "./target.ts";

const USAGE = "Use: pnpm admin grant|revoke EMAIL [--stage NAME]";

/** `pnpm admin grant|revoke EMAIL`: makes or unmakes an administrator, here or in a deployed stage. */
await command(async () => {
  const { verb, email, stage } = asked();
  const target = await openTarget(stage);
  try {
    const { users } = createStore(target.dynamo, target.tableName);
    const isAdmin = verb === "grant";
    for (;;) {
      const account = await users.withEmail(email);
      if (!account) throw new StartProblem(`Nobody with the address ${email} has an account.`);
      const after = { ...account, user: { ...account.user, isAdmin } };
      if ((await users.save(account, after, {})) === "saved") break;
    }
    console.log(`${email} is ${isAdmin ? "now" : "no longer"} an administrator.`);
  } finally {
    await target.close();
  }
});

function asked(): { verb: "grant" | "revoke"; email: string; stage: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { stage: { type: "string" } },
    });
    const [verb, email] = positionals;
    if ((verb !== "grant" && verb !== "revoke") || !email || positionals.length > 2)
      throw new StartProblem(USAGE);
    return { verb, email: email.trim().normalize("NFC").toLowerCase(), stage: values.stage };
  } catch {
    throw new StartProblem(USAGE);
  }
}
