import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "@coffer/contract/endpoint";
import { payments, transactions } from "@coffer/contract/transaction";
import fc from "fast-check";
import { ApiError } from "../../web/src/api/api-error.ts";
import { NotSent, type WireReply, type WireRequest } from "../../web/src/api/wire.ts";
import { createQueue } from "../../web/src/offline/queue.ts";
import { standInFor } from "../../web/src/offline/stand-in.ts";
import { memoryStore } from "../../web/test/memory-store.ts";
import type { Send } from "./model.ts";

/** Numbers choose among existing things, modulo their count. */
export type OfflineCommand =
  | { do: "buy"; cents: number; isSplit: boolean }
  | { do: "change"; which: number; cents: number; isSplit: boolean }
  | { do: "drop"; which: number }
  | { do: "network"; state: Network }
  /** Ends the page at any point, and opens it again. */
  | { do: "reload" }
  /** Reads the ids that the server assigned. */
  | { do: "refresh" }
  | { do: "setClock"; now: number };

/** On a lossy network one of three requests is lost, and the answer to another. */
type Network = "up" | "down" | "lossy";

const any = fc.nat({ max: 1_000 });
const cents = fc.integer({ min: 2, max: 999_999 });
const verb = <const Verb extends string>(name: Verb) => ({ do: fc.constant(name) });
const networks: Network[] = ["up", "down", "lossy"];

export const offlineCommand: fc.Arbitrary<OfflineCommand> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ...verb("buy"), cents, isSplit: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ ...verb("change"), which: any, cents, isSplit: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ ...verb("drop"), which: any }) },
  { weight: 4, arbitrary: fc.record({ ...verb("network"), state: fc.constantFrom(...networks) }) },
  { weight: 2, arbitrary: fc.record(verb("reload")) },
  { weight: 1, arbitrary: fc.record(verb("refresh")) },
  { weight: 1, arbitrary: fc.record({ ...verb("setClock"), now: fc.integer({ min: 1, max: 2e12 }) }) },
);

/** Longer than any restart. */
const ATTEMPTS = 600;
const PAUSE_MS = 50;

/** `id` is the one that the page knows: its own or the server's. */
type Item = { name: string; id: number; isSplit: boolean; amounts: number[] };

/** A browser that enters purchases of a year, and a model of the expected result. */
export function createBrowser(send: Send, year: number) {
  const stored = memoryStore();
  const items = new Map<string, Item>();
  let network: Network = "up";
  let now = Date.now();
  let requests = 0;
  let entered = 0;
  let categoryId = 0;
  let page = openPage();
  const seen = { waited: 0 };

  function openPage() {
    const life = { isOver: false, waiting: 0 };
    // Results that arrive after the page has ended have no effect.
    const whileOpen = <T>(result: Promise<T>) =>
      result.then((value) => (life.isOver ? new Promise<T>(() => {}) : value));
    const queue = createQueue({
      store: {
        all: () => whileOpen(stored.all()),
        update: (...step) => (life.isOver ? new Promise(() => {}) : whileOpen(stored.update(...step))),
      },
      deliver: (request) => whileOpen(deliver(request)),
      isOnline: () => network !== "down",
      exclusively: (run) => run(),
      now: () => now++,
      onChange: ({ length }) => {
        life.waiting = length;
        seen.waited = Math.max(seen.waited, length);
      },
      onSent: () => {},
    });
    return { life, queue };
  }

  async function deliver({ method, path, params, body, key = "" }: WireRequest): Promise<WireReply> {
    const fate = network === "lossy" ? requests++ % 3 : 2;
    if (network === "down" || fate === 0) throw new NotSent();
    const filled = path.replace(":id", String(params?.id));
    const answer = await send(method, filled, body, { "idempotency-key": key }).catch(() => undefined);
    if (!answer || fate === 1) throw new NotSent();
    if (answer.status >= 400) throw new ApiError(answer.status, JSON.stringify(answer.body), "");
    return { json: answer.body, entryId: null, next: null };
  }

  /** Resolves once the change is stored by the server or in the browser. */
  async function submit(endpoint: Endpoint, given: Pick<WireRequest, "params" | "body">): Promise<unknown> {
    const request = { method: endpoint.method, path: endpoint.path, key: randomUUID(), ...given };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return (await page.queue.submit(request, () => standInFor(endpoint, request, undefined, 1))).json;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        await pause();
      }
    }
    throw new Error(`${request.method} ${request.path} was never stored`);
  }

  const date = `${year}-02-03`;
  const bodyOf = ({ name, isSplit, amounts }: Item) => {
    const lines = amounts.map((amount) => ({ type: "expense", categoryId, amount: amount / 100 }));
    return isSplit ? { description: name, date, lines } : { description: name, date, ...lines[0] };
  };
  const amountsOf = (total: number, isSplit: boolean) =>
    isSplit ? [Math.floor(total / 2), Math.ceil(total / 2)] : [total];
  const pick = (number: number) => [...items.values()][number % Math.max(1, items.size)];

  async function run(given: OfflineCommand): Promise<void> {
    switch (given.do) {
      case "buy": {
        const { isSplit } = given;
        const item = {
          name: `${year} ${entered++}`,
          id: 0,
          isSplit,
          amounts: amountsOf(given.cents, isSplit),
        };
        const reply = await submit(isSplit ? payments.add : transactions.add, { body: bodyOf(item) });
        items.set(item.name, { ...item, id: Number(Object(reply).id) });
        return;
      }
      case "change": {
        const item = pick(given.which);
        if (!item) return;
        // A split row stays split.
        item.isSplit ||= given.isSplit;
        item.amounts = amountsOf(given.cents, item.isSplit);
        const endpoint = item.isSplit ? payments.update : transactions.update;
        await submit(endpoint, { params: { id: item.id }, body: bodyOf(item) });
        return;
      }
      case "drop": {
        const item = pick(given.which);
        if (!item) return;
        items.delete(item.name);
        const endpoint = item.isSplit ? payments.remove : transactions.remove;
        await submit(endpoint, { params: { id: item.id } });
        return;
      }
      case "network":
        network = given.state;
        return void page.queue.flush();
      case "reload":
        page.life.isOver = true;
        page = openPage();
        await page.queue.load();
        return void page.queue.flush();
      case "refresh":
        for (const { description, paymentId, id } of network === "up" ? await listed() : []) {
          const item = items.get(description);
          if (item) item.id = paymentId ?? id;
        }
        return;
      case "setClock":
        now = given.now;
    }
  }

  type Row = { id: number; paymentId?: number; description: string; amount: number };
  /** The year's rows as the page shows them; empty without a server. */
  async function listed(as: Send = send): Promise<Row[]> {
    const path = `/api/transactions?startDate=${year}-01-01&endDate=${year}-12-31`;
    const answer = await as("GET", path).catch(() => undefined);
    return answer?.status === 200 && Array.isArray(answer.body) ? answer.body : [];
  }

  return {
    seen,
    run,
    /** Called before the first purchase, while the server runs. */
    begin(category: { id: number }) {
      categoryId = category.id;
    },
    /** Restores the network, and waits until the queue is empty. */
    async finish(): Promise<void> {
      network = "up";
      for (let attempt = 1; attempt <= ATTEMPTS && (attempt === 1 || page.life.waiting > 0); attempt++) {
        await page.queue.flush();
        await pause();
      }
    },
    /** Throws if the page does not show each purchase once in its last state. */
    async check(as: Send): Promise<void> {
      deepStrictEqual(page.life.waiting, 0);
      const found = (await listed(as)).map(
        ({ description, amount }) => `${description}: ${Math.round(amount * 100)}`,
      );
      const expected = [...items.values()].flatMap(({ name, amounts }) =>
        amounts.map((one) => `${name}: ${one}`),
      );
      deepStrictEqual(found.sort(), expected.sort());
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
