import { identityOf } from "../config.ts";
import { command, openStage, readOptions, UsageProblem } from "./command-line.ts";
import { destroyStage } from "./destroy-stage.ts";

const USAGE = "Use: pnpm run destroy NAME [--with-data --forever] [--context NAME=VALUE …]";

/** `pnpm run destroy NAME`: deletes a stage, and with both flags the data of its users too. */
await command(async () => {
  const { context, has, words } = readOptions(USAGE, ["with-data", "forever"]);
  const [name] = words;
  if (!name || words.length > 1) throw new UsageProblem(USAGE);
  if (has("with-data") !== has("forever"))
    throw new UsageProblem("Deleting the data of a stage cannot be undone: it takes --with-data --forever.");
  const { stage, home, usEast1 } = await openStage([...context, `stage=${name}`]);
  const { restoredTable } = stage;
  const identity = stage.mailIdentity === "existing" ? null : identityOf(stage);
  const withData = has("with-data");
  for await (const done of destroyStage({ name, restoredTable, identity, home, usEast1, withData }))
    console.log(done);
  console.log(
    withData
      ? `The stage ${name} is gone.`
      : `The stage ${name} is down; its table, secrets and sender are kept.`,
  );
});
