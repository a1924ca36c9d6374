import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { createServer } from "node:net";

/** WebKitGTK's driver, with the commands of https://www.w3.org/TR/webdriver2/. One process is one session. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const DRIVER = "/usr/bin/WebKitWebDriver";
const MINI_BROWSER = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0];

export class DriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export type Session = Awaited<ReturnType<typeof startSession>>;

export async function startSession(timeZone?: string) {
  if (!existsSync(DRIVER) || !MINI_BROWSER)
    throw new Error("WebKitGTK is not installed. On Debian: apt-get install webkit2gtk-driver xvfb");
  const { display, screen } = await newScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, ...(timeZone && { TZ: timeZone }) },
  });
  await answering(port, driver);
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = Object(await reply.json());
    if (!reply.ok) throw new DriverError(value.error, value.message);
    return value;
  };
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const { sessionId } = await send("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options, unhandledPromptBehavior: "accept" } },
  });
  const path = `/session/${sessionId}`;
  // The driver uses the page's clock, which a test may advance.
  await send("POST", `${path}/timeouts`, { script: 2 ** 31 - 1 });
  return {
    get: (what: string) => send("GET", path + what),
    post: (what: string, body?: object) => send("POST", path + what, body),
    delete: (what: string) => send("DELETE", path + what),
    async end() {
      await send("DELETE", path).catch(() => {});
      const ended = once(driver, "exit");
      driver.kill();
      await ended;
      screen.kill();
    },
  };
}

/** A screen for one window, so small that the window is under the pointer: otherwise it would not have the focus. */
async function newScreen() {
  const options = ["-displayfd", "1", "-screen", "0", "600x500x24", "-nolisten", "tcp"];
  const screen = spawn("Xvfb", options, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await once(screen.stdout, "data");
  return { display: `:${String(number).trim()}`, screen };
}

export const elementId = (reference: object): string => String(Object(reference)[ELEMENT]);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function answering(port: number, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (status?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
}
