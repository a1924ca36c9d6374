#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { WebSocketServer } from "ws";

/**
 * Runs the installed Firefox for Playwright, which controls it over WebDriver BiDi, and answers the commands of
 * Playwright that Firefox does not support yet.
 */
const UNKNOWN = new Set(["emulation.setMediaFeaturesOverride"]);
const INSTALLED = [
  process.env.FIREFOX ?? "",
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

const program = INSTALLED.find(existsSync);
if (!program) throw new Error("Firefox is not installed. On Debian: apt-get install firefox-esr");
const firefox = spawn(program, process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => firefox.kill(signal));
firefox.on("exit", (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on("line", (line) => {
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  if (address) relay(address);
  else console.error(line);
});

function relay(address: string): void {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (client, { url = "" }) => {
    const engine = new WebSocket(address + url);
    const opened = new Promise((resolve) => engine.addEventListener("open", resolve));
    engine.addEventListener("message", ({ data }) => client.send(String(data)));
    engine.addEventListener("close", () => client.close());
    client.on("close", () => engine.close());
    client.on("message", async (data) => {
      const text = String(data);
      const { id, method } = JSON.parse(text);
      await opened;
      if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: "success", id, result: {} }));
      else engine.send(text);
    });
  });
  server.on("listening", () => {
    const found = server.address();
    if (found && typeof found === "object")
      console.error(`WebDriver BiDi listening on ws://127.0.0.1:${found.port}`);
  });
}
