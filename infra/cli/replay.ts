import { command, openStage, readOptions, UsageProblem } from "./command-line.ts";
import { workDeadLetters } from "./dead-letters.ts";

const USAGE = "Use: pnpm run dead-letters --stage NAME [--replay]";

/** `pnpm run dead-letters`: lists events that failed for good; with `--replay` they are processed again. */
await command(async () => {
  const { context, has, words } = readOptions(USAGE, ["replay"]);
  if (words.length > 0) throw new UsageProblem(USAGE);
  const { stage, home } = await openStage(context);
  let count = 0;
  for await (const line of workDeadLetters(home, stage.name, has("replay"))) {
    count += 1;
    console.log(line);
  }
  if (count === 0) console.log("There are no dead letters.");
});
