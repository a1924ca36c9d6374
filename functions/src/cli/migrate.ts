import { pluralize } from "@coffer/domain/plural";
import { type MigrationProgress, migrate } from "@coffer/dynamo/migrations";
import { createTable } from "@coffer/dynamo/table";
import { StartProblem } from "../local/settings.ts";
import { command, openTarget, readCommandLine } from "./target.ts";

const USAGE = "Use: pnpm migrate [--stage NAME [--table NAME]]";

const progressText = ({ read, upgraded }: MigrationProgress) =>
  `${pluralize(read, "item")} read, ${pluralize(upgraded, "item")} upgraded`;

/** `pnpm migrate`: brings every item to its current shape; stopped, it goes on where it was (docs/migrations.md). */
await command(async () => {
  const { words, place } = readCommandLine(USAGE);
  if (words.length > 0) throw new StartProblem(USAGE);
  const target = await openTarget(place);
  try {
    let last: MigrationProgress = { read: 0, upgraded: 0 };
    for await (last of migrate(createTable(target.dynamo, target.tableName)))
      console.log(`  ${progressText(last)}`);
    console.log(`Every item has its current shape: ${progressText(last)}.`);
  } finally {
    await target.close();
  }
});
