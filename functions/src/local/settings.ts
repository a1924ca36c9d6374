import { isIPv4 } from "node:net";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

export type Settings = {
  host: string;
  port: number;
  dataDir: string;
  demo: boolean;
  throttle: boolean;
  dynamoEndpoint: string | undefined;
  /** The address on which the embedded engine listens; a random address of this machine where undefined. */
  engineAddress: string | undefined;
  bedrockModelId: string | undefined;
  smtpUrl: string | undefined;
};

/** A setting that cannot be used, or a start that cannot succeed; the message is one sentence for the terminal. */
export class StartProblem extends Error {}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const port = Number(environment.PORT || 4321);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartProblem(`PORT must be a number from 0 to 65535, not ${JSON.stringify(environment.PORT)}.`);
  }
  return {
    host: environment.HOST || "127.0.0.1",
    port,
    dataDir: folder(environment.COFFER_DATA_DIR || ".coffer"),
    demo: onOrOff(environment, "COFFER_DEMO"),
    throttle: onOrOff(environment, "COFFER_THROTTLE"),
    dynamoEndpoint: url(environment, "DYNAMODB_ENDPOINT", ["http:", "https:"], "http://127.0.0.1:8000"),
    engineAddress: loopback(environment, "COFFER_ENGINE_ADDRESS"),
    bedrockModelId: environment.BEDROCK_MODEL_ID || undefined,
    smtpUrl: url(environment, "SMTP_URL", ["smtp:", "smtps:"], "smtps://user:password@mail.example"),
  };
}

/** Never quotes the value: it may hold a password. */
function url(environment: NodeJS.ProcessEnv, name: string, protocols: string[], example: string) {
  const value = environment[name] || undefined;
  if (value === undefined) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed?.hostname || !protocols.includes(parsed.protocol))
    throw new StartProblem(`${name} must be an address such as ${example}.`);
  return value;
}

function loopback(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name] || undefined;
  if (value !== undefined && !(isIPv4(value) && value.startsWith("127.")))
    throw new StartProblem(`${name} must be an address of this machine alone, such as 127.23.4.5.`);
  return value;
}

function onOrOff(environment: NodeJS.ProcessEnv, name: string): boolean {
  const value = environment[name] || "on";
  if (value !== "on" && value !== "off")
    throw new StartProblem(`${name} must be on or off, not ${JSON.stringify(value)}.`);
  return value === "on";
}

/** Production also where a test runs the build: what it builds is the product. */
export const buildEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: "production" });

/** The folder in which the command was typed: pnpm runs scripts in the project's folder. */
export const callerFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment.INIT_CWD ?? process.cwd();

function folder(path: string): string {
  const home = path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
  return isAbsolute(home) ? home : join(PROJECT, home);
}
