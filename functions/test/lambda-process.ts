import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Artefact } from "../build.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../src/api/headers.ts";

export const SECRETS = { "arn:keys": "k".repeat(64), "arn:origin": "o".repeat(64) };
export const ORIGIN = "https://budget.example.com";

type Reply = { ready?: true; id?: number; result?: unknown; error?: string };

/** The variables that infra/constructs/functions.ts sets, with endpoints of this machine in place of AWS's. */
export const environmentOf = ({
  tableName,
  engine,
  aws,
}: {
  tableName: string;
  engine: string;
  aws: string;
}) => ({
  TABLE_NAME: tableName,
  CREDENTIALS_APART: "true",
  ORIGIN,
  COMMIT: "c0ffee",
  SESSION_KEYS_SECRET: "arn:keys",
  ORIGIN_SECRET: "arn:origin",
  MAIL_FROM: "Coffer <coffer@example.com>",
  SES_CONFIGURATION_SET: "coffer-dev",
  AWS_LAMBDA_FUNCTION_NAME: "coffer-dev-api",
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  AWS_ENDPOINT_URL_DYNAMODB: engine,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: aws,
  AWS_ENDPOINT_URL_SES: aws,
  AWS_ENDPOINT_URL_SQS: aws,
  DIGEST_QUEUE: `${aws}/digests`,
  SUBSCRIPTION_QUEUE: `${aws}/subscriptions`,
});

/** The headers that CloudFront adds. */
export const throughCloudFront = (viewer = "198.51.100.4") => ({
  [VIEWER_ADDRESS_HEADER]: viewer,
  [ORIGIN_SECRET_HEADER]: SECRETS["arn:origin"],
});

export type Instance = {
  pid: number | undefined;
  invoke(event: unknown): Promise<unknown>;
  log(): string;
  end(): void;
};

/** A process that has only the built folder and the environment that Lambda gives it. */
export async function startInstance(
  { folder }: Artefact,
  environment: Record<string, string>,
): Promise<Instance> {
  const child = fork(
    join(import.meta.dirname, "lambda-runtime.mjs"),
    [pathToFileURL(join(folder, "index.mjs")).href],
    {
      cwd: folder,
      env: environment,
      execArgv: [],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    },
  );
  let written = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    written += chunk;
  });
  await nextReply(child, ({ ready }) => ready === true);
  let count = 0;
  return {
    pid: child.pid,
    async invoke(event) {
      const id = ++count;
      const reply = nextReply(child, (each) => each.id === id);
      child.send({ id, event });
      const { result, error } = await reply;
      if (error) throw new Error(error);
      return result;
    },
    log: () => written,
    end: () => child.kill(),
  };
}

function nextReply(child: ChildProcess, isIt: (reply: Reply) => boolean): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the function's process ended with ${code}`));
    const onMessage = (message: unknown) => {
      const reply: Reply = Object(message);
      if (!isIt(reply)) return;
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(reply);
    };
    child.on("message", onMessage);
    child.once("exit", onExit);
  });
}
