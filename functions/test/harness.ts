import { randomBytes, randomUUID } from "node:crypto";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { newUnsubscribeSecret, unsubscribeToken } from "@coffer/core/account/links";
import { createCore } from "@coffer/core/core";
import type { Advisor, Env } from "@coffer/core/env";
import { createJobs } from "@coffer/core/jobs";
import { createDelivery } from "@coffer/core/mail/delivery";
import type { EmailData, EmailMessage } from "@coffer/core/mail/email";
import type { EmailJob } from "@coffer/core/mail/outbox";
import { createEmailResolver } from "@coffer/core/mail/resolve-email";
import { createReturnedMail } from "@coffer/core/mail/suppression";
import { idSource } from "@coffer/domain/id";
import { userKey } from "@coffer/dynamo/account/user-directory";
import { createStore } from "@coffer/dynamo/stores";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import type { Item } from "@coffer/dynamo/table/item";
import { createTable } from "@coffer/dynamo/table/table";
import { inject } from "vitest";
import { passkeyVerifier } from "../src/adapters/passkeys.ts";
import { createPasswords } from "../src/adapters/passwords.ts";
import { beforeAnswer } from "../src/afterwards.ts";
import { createApp } from "../src/api/app.ts";
import { requestNetworks } from "../src/api/client.ts";
import { createSessionCookies } from "../src/api/session.ts";
import { renderEmail } from "../src/email/render.ts";
import { createLog, createSecurityLog } from "../src/log.ts";

export const ORIGIN = "http://coffer.test";

type Options = {
  /** A client of the run's engine by default. */
  client?: DynamoDBClient;
  table?: string;
  /** The instant at which the clock starts, in milliseconds; 21 November 2026 by default. */
  now?: number;
  throttle?: boolean;
  perNetwork?: number;
  unprovenMailPerHour?: number;
  secondFactorForAdmins?: boolean;
  /** The cost of password hashes; the lowest possible by default. */
  strength?: { memory: number; passes: number; parallelism: number };
  origin?: string;
  /** None by default: templates word the tips. */
  advisor?: Advisor;
};

export type Product = Awaited<ReturnType<typeof startProduct>>;
/** An email job's content; the fields beside `kind` and `to` depend on the kind. */
export type Mail = { kind: string; to: string; link?: string; endShares?: string; day?: string };

/**
 * The whole API over a fresh table of the run's engine, with a clock that only the test moves. Mail is not sent:
 * tests read it from the outbox's items.
 */
export async function startProduct(options: Options = {}) {
  const client = options.client ?? createClient(inject("engine"));
  const name = options.table ?? `test-${randomUUID()}`;
  await ensureTable(createClient(inject("engine")), name);
  const time = { now: options.now ?? Date.parse("2026-11-21T15:00:00Z") };
  const clock = () => time.now;
  const origin = options.origin ?? ORIGIN;
  const store = createStore(client, name);
  const ids = idSource(Date.now, Math.random);
  /** Lines of the security log; those of the log itself are in `logged`. */
  const securityLines: string[] = [];
  const securityLog = createSecurityLog(
    createLog((line) => securityLines.push(line)),
    clock,
  );
  const logged: string[] = [];
  const log = createLog((line) => logged.push(line));
  const env: Env = {
    securityLog,
    clock,
    ids,
    passkeyVerifier,
    secondFactorForAdmins: options.secondFactorForAdmins ?? false,
    passwords: createPasswords(options.strength ?? { memory: 8, passes: 1, parallelism: 1 }),
    origin,
    throttle: options.throttle ?? false,
    advisor: options.advisor ?? null,
    afterwards: beforeAnswer(log),
    networks: requestNetworks,
  };
  const core = { ...createCore(store, env), ...createJobs(store, env) };
  const ring = { current: { kid: "test", secret: randomBytes(32) }, previous: [] };
  const sessions = createSessionCookies({ core, keys: async () => ring, origin, clock });
  const app = createApp({
    throttle: options.throttle ?? false,
    perNetwork: options.perNetwork,
    core,
    sessions,
    clock,
    origin,
    log,
    securityLog,
    addressOf: (http) => http.req.header("x-test-address") ?? "192.0.2.1",
    isOnThisMachine: (http) => http.req.header("x-test-machine") === "this",
  });
  const table = createTable(client, name);
  const resolveEmail = createEmailResolver(store, { clock, origin });
  const returnedMail = createReturnedMail(store, { clock, throttle: options.throttle ?? false });
  const sent: EmailMessage[] = [];
  const delivery = createDelivery(store, {
    clock,
    origin,
    throttle: options.throttle ?? false,
    unprovenMailPerHour: options.unprovenMailPerHour,
    mailer: { send: async (message) => void sent.push(message) },
    renderEmail,
  });
  /** The mail made of each job, by its id; null if the job made none. */
  const left = new Map<unknown, EmailData | null>();

  return {
    app,
    core,
    store,
    table,
    tableName: name,
    origin,
    ring,
    logged,
    securityLines,
    clock,
    /** Moves the clock forward by `ms`. */
    pass: (ms: number) => {
      time.now += ms;
    },
    visitor: () => createVisitor(app),
    account: (email: string) => store.users.withEmail(email),
    /** A user's stored item. */
    profile: (id: number) => table.get(userKey(id)),
    /** The token in the unsubscribe links of a user's mail. */
    unsubscribeToken: async (id: number) =>
      unsubscribeToken(id, await store.suppression.bulkMail(id, newUnsubscribeSecret())),
    /** Every item of the table, or those whose partition key begins with `prefix`. */
    async items(prefix?: string): Promise<Item[]> {
      const items: Item[] = [];
      const only = prefix && {
        FilterExpression: "begins_with(pk, :prefix)",
        ExpressionAttributeValues: { ":prefix": prefix },
      };
      let from: Item | undefined;
      do {
        const part = await table.scan({ ConsistentRead: true, ExclusiveStartKey: from, ...only });
        items.push(...part.items);
        from = part.next;
      } while (from);
      return items;
    },
    /** Mail that waits in the outbox, oldest first, as it will leave; tasks that queue mail have done so. */
    async mails(): Promise<Item[]> {
      await core.tasks.runDue();
      const queued = (await this.items("OUTBOX#")).sort(byAge);
      // Their links are made when they leave.
      const due = queued.filter(({ mail, id }) => isWithLink(Object(mail).kind) && !left.has(id));
      for (const { mail, id, userId, createdAt } of due) {
        const job = { mail, id, userId, createdAt } as EmailJob;
        const email = await (await resolveEmail(job))?.compose();
        // Whoever has proven their address since needs no link to do so.
        left.set(id, email?.data ?? (job.mail.kind === "verify-email" ? (job.mail as EmailData) : null));
      }
      return queued.flatMap((job) => {
        const mail = left.has(job.id) ? left.get(job.id) : job.mail;
        return mail ? [{ ...job, mail }] : [];
      });
    },
    /** The mail service reports that mail to an address came back for good; it was never proven. */
    bounce: (address: string) => returnedMail.suppress({ address, reason: "bounce", isUnproven: true }),
    /** Sends all mail that is due, and all that follows from it. Returns what was sent, oldest first. */
    async deliver(): Promise<EmailMessage[]> {
      await core.tasks.runDue();
      await delivery.sweep();
      return sent.splice(0);
    },
    async mailsTo(to: string): Promise<Mail[]> {
      return (await this.mails()).map(({ mail }) => Object(mail)).filter((mail) => mail.to === to);
    },
    /** The path of the link in the newest email of that kind to an address. */
    async linkFor(kind: string, to: string, name: "link" | "endShares" = "link"): Promise<string> {
      const link = (await this.mailsTo(to)).findLast((mail) => mail.kind === kind)?.[name];
      if (!link) throw new Error(`no ${kind} mail to ${to}`);
      return new URL(link).pathname;
    },
    /** Registers somebody, who is signed in and has a verified address unless the test says otherwise. */
    async person(given: Partial<typeof PERSON> & { verified?: boolean; currency?: string } = {}) {
      const { verified = true, ...fields } = given;
      const visitor = createVisitor(app);
      const details = { ...PERSON, email: `person-${randomUUID()}@example.com`, ...fields };
      const { status, body } = await visitor.post("/api/register", details);
      if (status !== 201) throw new Error(`could not register: ${status} ${JSON.stringify(body)}`);
      const user = body as { id: number; email: string };
      if (verified) await core.accounts.proveEmail(user.id, user.email);
      return { ...visitor, id: user.id, email: user.email, password: details.password };
    },
  };
}

const isWithLink = (kind: unknown) => kind === "reset-password" || kind === "verify-email";

const byAge = (a: Item, b: Item) =>
  Number(a.createdAt) - Number(b.createdAt) || (String(a.id) < String(b.id) ? -1 : 1);

const PERSON = {
  firstName: "Maya",
  lastName: "Stone",
  email: "",
  phone: "555 0102030",
  password: "correct horse",
};

export type Answer = { status: number; body: unknown; headers: Headers };
type Headed = Record<string, string>;
export type Visitor = {
  jar: Map<string, string>;
  send(method: string, path: string, body?: unknown, headers?: Headed): Promise<Answer>;
  get(path: string, headers?: Headed): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headed): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Headed): Promise<Answer>;
  delete(path: string, headers?: Headed): Promise<Answer>;
  /** The same person with another owner's budget open. */
  asOwner(ownerId: number): Visitor;
};

/** Stores and sends cookies as a browser does. */
function createVisitor(
  app: Pick<ReturnType<typeof createApp>, "request">,
  owner?: number,
  jar = new Map<string, string>(),
): Visitor {
  const send: Visitor["send"] = async (method, path, body, headers = {}) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    const response = await app.request(`${ORIGIN}${path}`, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(owner !== undefined && { "x-budget-owner": String(owner) }),
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [key = "", value = ""] = pair.split("=");
      if (/max-age=0/i.test(line)) jar.delete(key);
      else jar.set(key, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
  return {
    jar,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body = {}, headers) => send("POST", path, body, headers),
    put: (path, body = {}, headers) => send("PUT", path, body, headers),
    delete: (path, headers) => send("DELETE", path, undefined, headers),
    asOwner: (ownerId) => createVisitor(app, ownerId, jar),
  };
}
