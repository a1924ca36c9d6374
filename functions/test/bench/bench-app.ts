import { randomBytes } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import { freshTable } from "../../../packages/test/store.ts";
import { createApp } from "../../src/api/app.ts";
import { createSessionCookies } from "../../src/api/session.ts";
import { createLog } from "../../src/log.ts";
import { cookiesOf } from "../../src/sign-in-check.ts";
import { benchCore, ORIGIN } from "./bench-core.ts";
import { PASSWORD } from "./product.ts";

const HEADERS = { "content-type": "application/json", "sec-fetch-site": "same-origin" };

/** The API in this process over a fresh table, with its clock at `time.now`. */
export async function benchApp(endpoint: string, now: number) {
  const { client, name, table } = await freshTable(endpoint);
  const time = { now };
  const clock = () => time.now;
  const { store, core } = benchCore(client, name, clock, false);
  const ring = { current: { kid: "bench", secret: randomBytes(32) }, previous: [] };
  const sessions = createSessionCookies({ core, keys: async () => ring, origin: ORIGIN, clock });
  const log = createLog((line) => process.stderr.write(`${line}\n`));
  const addressOf = () => "192.0.2.1";
  const securityLog = () => undefined;
  const app = createApp({
    core,
    sessions,
    clock,
    origin: ORIGIN,
    log,
    securityLog,
    addressOf,
    throttle: false,
  });

  const send = async (method: string, path: string, cookie: string, body?: string, ownerId?: Id) => {
    const answer = await app.request(`${ORIGIN}${path}`, {
      method,
      headers: { ...HEADERS, cookie, ...(ownerId && { "x-budget-owner": String(ownerId) }) },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return answer;
  };

  let people = 0;
  /** A user with a verified address who has just signed in. */
  async function signUp() {
    const email = `bench-${++people}@example.com`;
    const person = { firstName: "Bench", lastName: "Mark", email, phone: "555 0100", password: PASSWORD };
    const answer = await send("POST", "/api/register", "", JSON.stringify(person));
    const { id } = Object(await answer.json());
    await core.accounts.proveEmail(id, email);
    const signIn = async () => {
      const body = JSON.stringify({ email, password: PASSWORD });
      return cookiesOf(await send("POST", "/api/login", "", body));
    };
    let cookie = await signIn();
    return {
      id: Number(id),
      email,
      signIn: async () => {
        cookie = await signIn();
      },
      /** Resolves once the answer is read. `ownerId` names the budget. */
      call: async (method: string, path: string, body?: string, ownerId?: Id): Promise<void> =>
        void (await (await send(method, path, cookie, body, ownerId)).arrayBuffer()),
    };
  }

  return { time, table, store, core, signUp };
}
