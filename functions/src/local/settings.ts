import { isIPv4 } from "node:net";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseTrustedProxies } from "./client-address.ts";

export const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A setting that cannot be used, or a start that cannot succeed; the message is one sentence for the terminal. */
export class StartProblem extends Error {}

export type Settings = ReturnType<typeof readSettings>;

const ORIGIN_EXAMPLE = "https://budget.example.org";

export function readSettings(environment: NodeJS.ProcessEnv = process.env) {
  // Does not quote the value, which may hold a password.
  const usable = (name: string, isUsable: (value: string) => boolean, what: string) => {
    const value = environment[name] || undefined;
    if (value !== undefined && !isUsable(value)) throw new StartProblem(`${name} must be ${what}.`);
    return value;
  };
  const not = (name: string) => `not ${JSON.stringify(environment[name])}`;
  const isOn = (name: string) =>
    usable(name, (value) => value === "on" || value === "off", `on or off, ${not(name)}`) !== "off";
  const count = (name: string) => {
    const value = usable(
      name,
      (text) => /^[1-9]\d{0,5}$/.test(text),
      `a number of mails an hour, ${not(name)}`,
    );
    return value === undefined ? undefined : Number(value);
  };
  const address = (name: string, protocols: string[], example: string) =>
    usable(name, (value) => isAddress(value, protocols), `an address such as ${example}`);
  const proxies = parseTrustedProxies(environment.COFFER_TRUSTED_PROXIES || undefined);
  if (!proxies)
    throw new StartProblem(
      "COFFER_TRUSTED_PROXIES must be addresses or networks such as 127.0.0.1,10.0.0.0/8.",
    );
  return {
    host: environment.HOST || "127.0.0.1",
    port: Number(usable("PORT", isPort, `a number from 0 to 65535, ${not("PORT")}`) ?? 4321),
    dataDir: folder(environment.COFFER_DATA_DIR || ".coffer"),
    demo: isOn("COFFER_DEMO"),
    throttle: isOn("COFFER_THROTTLE"),
    dynamoEndpoint: address("DYNAMODB_ENDPOINT", ["http:", "https:"], "http://127.0.0.1:8000"),
    /** The embedded engine's address; a random loopback address if undefined. */
    engineAddress: usable(
      "COFFER_ENGINE_ADDRESS",
      (value) => isIPv4(value) && value.startsWith("127."),
      "an address of this machine alone, such as 127.23.4.5",
    ),
    bedrockModelId: environment.BEDROCK_MODEL_ID || undefined,
    /** The public address, such as behind a proxy; undefined if people use this machine's own. */
    origin: origin(
      usable(
        "COFFER_ORIGIN",
        (value) => origin(value) !== undefined,
        `an address without a path, such as ${ORIGIN_EXAMPLE}`,
      ),
    ),
    /** Used only with `origin`. */
    trustedProxies: proxies,
    /** Undefined for the default. */
    unprovenMailPerHour: count("COFFER_UNPROVEN_MAIL"),
    smtpUrl: address("SMTP_URL", ["smtp:", "smtps:"], "smtps://user:password@mail.example"),
  };
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

function isAddress(text: string, protocols: string[]): boolean {
  const url = URL.parse(text);
  if (!url || url.hostname === "" || !protocols.includes(url.protocol)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

/** Undefined if the text is not an origin (it has a path, a query or a password), or no browser would send its name. */
function origin(text = ""): string | undefined {
  const url = URL.parse(text);
  if (!url || !isAddress(text, ["http:", "https:"]) || /\*|\.$/.test(url.hostname)) return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

/** Tests build for production too: they test the product. */
export const buildEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_ENV: "production" });

/** The folder in which the command was typed: pnpm runs scripts in the project's folder. */
export const callerFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment.INIT_CWD ?? process.cwd();

function folder(path: string): string {
  const home = path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
  return isAbsolute(home) ? home : join(PROJECT, home);
}
