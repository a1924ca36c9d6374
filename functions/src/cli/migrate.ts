import { pluralize } from "@coffer/domain/text/plural";
import { type MigrationProgress, migrate } from "@coffer/dynamo/migrations";
import { createTable } from "@coffer/dynamo/table/table";
import { readCommandLine } from "./command-line.ts";
import { type Command, onTarget, runAsProcess, TARGET } from "./target.ts";

const USAGE = {
  use: ["pnpm migrate [--stage NAME [--table NAME]]"],
  about: "Upgrades every item to its current shape. If it was stopped, it resumes there.",
  options: TARGET,
} as const;

const progressText = ({ read, upgraded }: MigrationProgress) =>
  `${pluralize(read, "item")} read, ${pluralize(upgraded, "item")} upgraded`;

/** docs/migrations.md */
const command: Command = async (args, environment) => {
  const { options } = readCommandLine(USAGE, args);
  return onTarget(options, environment, async ({ dynamo, tableName, credentialsApart }) => {
    let last: MigrationProgress = { read: 0, upgraded: 0 };
    for await (last of migrate(createTable(dynamo, tableName), { credentialsApart }))
      console.log(`  ${progressText(last)}`);
    return `Every item has its current shape: ${progressText(last)}.`;
  });
};

await runAsProcess(command);
