import { ApiError } from "../api/api-error.ts";
import { NotSent, type WireReply, type WireRequest } from "../api/wire.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

export type QueueStore = {
  all(): Promise<WaitingWrite[]>;
  /** Changes one record atomically; returns the stored result, undefined if it was removed. */
  update(order: string, change: Change): Promise<WaitingWrite | undefined>;
};
type Change = (stored: WaitingWrite | undefined) => WaitingWrite | undefined;

type Options = {
  store: QueueStore;
  deliver: (request: WireRequest) => Promise<WireReply>;
  /** False if a request certainly does not leave the browser. */
  isOnline: () => boolean;
  /** Runs in one tab at a time; does nothing if another tab runs it. */
  exclusively: (run: () => Promise<void>) => Promise<unknown>;
  now: () => number;
  onChange: (waiting: readonly WaitingWrite[]) => void;
  onSent: (write: WaitingWrite) => void;
};

/**
 * Sends changes in order. One that may have arrived is not changed any more: later changes wait behind it. An addition has
 * a negative id until the server assigns one; its record stays after that, so that later changes find the server's id.
 */
export function createQueue(options: Options) {
  const { store, now, onChange } = options;
  let records: WaitingWrite[] = [];
  let isOver = false;
  /** False until the store was read: it may hold more. */
  let isRead = false;
  const waiting = () => records.filter(({ sentAs }) => sentAs === undefined);

  function note(next: WaitingWrite[]) {
    records = next.sort((a, b) => (a.order < b.order ? -1 : 1));
    if (!isOver) onChange(waiting());
  }
  async function load() {
    note(await store.all());
    isRead = true;
  }
  async function update(order: string, change: Change): Promise<WaitingWrite | undefined> {
    const after = await store.update(order, change);
    note([...records.filter((one) => one.order !== order), ...(after ? [after] : [])]);
    return after;
  }

  /** The request with the id that the server assigned; undefined if it has not assigned one yet. */
  function withServerId<Request extends WireRequest>(request: Request): Request | undefined {
    const id = Number(request.params?.id);
    if (!(id < 0)) return request;
    const sentAs = records.find((one) => one.sentAs !== undefined && idOf(one.standIn) === id)?.sentAs;
    return sentAs === undefined ? undefined : { ...request, params: { ...request.params, id: sentAs } };
  }

  /** Sends a change, or stores it if the network is gone or other changes wait before it. */
  async function submit(request: WireRequest, standIn: () => unknown): Promise<WireReply> {
    let attempted = false;
    const known = waiting().length === 0 ? withServerId(request) : undefined;
    if (known) {
      try {
        return await options.deliver(known);
      } catch (error) {
        if (!(error instanceof NotSent)) throw error;
        attempted = options.isOnline();
      }
    }
    const json = await enqueue(request, standIn(), attempted);
    void flush();
    return { json, entryId: null, next: null };
  }

  /** Stores a change, or merges it into a queued one: an edit changes it, a deletion removes it. */
  async function enqueue(request: WireRequest, standIn: unknown, attempted = false): Promise<unknown> {
    await load();
    const id = Number(request.params?.id);
    const about = request.path.endsWith("/contributions")
      ? []
      : waiting().filter((one) => Number(one.params?.id) === id || idOf(one.standIn) === id);
    const last = about.at(-1);
    let { opened } = request;
    if (request.method === "DELETE") {
      let isGone = false;
      for (const { order } of about.toReversed())
        await update(order, (stored) => {
          if (!isUnsent(stored)) return stored;
          isGone ||= stored.method === "POST";
          // These edits are never sent, so the server still has the version before them.
          opened = stored.opened ?? opened;
          return undefined;
        });
      if (isGone) return undefined;
    } else if (last) {
      let isMerged = false;
      await update(last.order, (stored) => {
        isMerged = isUnsent(stored) && stored.method !== "DELETE";
        if (!stored || !isMerged) return stored;
        const path = stored.method === "POST" ? request.path.replace("/:id", "") : request.path;
        return { ...stored, path, body: request.body, standIn, refused: undefined };
      });
      if (isMerged) return standIn;
    }
    const byTime = `${String(now()).padStart(15, "0")} ${request.key ?? ""}`;
    const lastOrder = records.at(-1)?.order ?? "";
    // Sorts last, even if the clock was set back.
    const order = byTime > lastOrder ? byTime : `${lastOrder}~`;
    await update(order, () => ({
      ...request,
      opened,
      order,
      at: now(),
      standIn,
      ...(attempted && { attempted }),
    }));
    return standIn;
  }

  let flushing: Promise<void> | undefined;
  let isWanted = false;
  /** Sends what waits, until it is empty, the network is gone or the session has ended. */
  function flush(): Promise<void> {
    isWanted = true;
    flushing ??= flushAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  }
  async function flushAll(): Promise<void> {
    try {
      while (isWanted && (waiting().length > 0 || !isRead) && options.isOnline() && !isOver) {
        isWanted = false;
        await options.exclusively(sendAll);
      }
    } catch {
      // The store failed; the queue stays for the next attempt.
    }
  }

  const next = () => waiting().find(({ refused }) => refused === undefined);
  async function sendAll(): Promise<void> {
    await load();
    for (let write = next(); write && !isOver; write = next()) {
      const known = withServerId(write);
      if (!known) await enqueueAgain(write);
      else if (!(await send(known))) return;
    }
  }

  /** Merges an edit into the addition that failed, or marks it as refused if the person discarded the addition. */
  async function enqueueAgain(write: WaitingWrite): Promise<void> {
    const id = Number(write.params?.id);
    if (
      write.method === "DELETE" ||
      waiting().some(({ method, standIn }) => method === "POST" && idOf(standIn) === id)
    ) {
      await update(write.order, () => undefined);
      await enqueue(write, write.standIn);
    } else {
      const message = "What this changes was never saved.";
      await update(write.order, (stored) => stored && { ...stored, refused: { message } });
    }
  }

  /** Returns false if the change has to wait. */
  async function send(known: WaitingWrite): Promise<boolean> {
    const { order } = known;
    // Read again: another tab may have changed or sent it.
    const current = await update(order, (stored) => stored && { ...stored, attempted: true });
    if (!current || current.sentAs !== undefined) return true;
    let sentAs: number | undefined;
    try {
      const { json } = await options.deliver({ ...current, params: known.params });
      sentAs = idOf(current.standIn) < 0 && current.method === "POST" ? idOf(json) : undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) return false;
      // Deleted by somebody else already, as intended.
      if (!(current.method === "DELETE" && error.status === 404)) {
        const message = error.body.message ?? "The server refused this change.";
        await update(order, () => ({ ...current, refused: { message, current: error.body.current } }));
        return true;
      }
    }
    const { at, method, path, standIn } = current;
    await update(order, () =>
      sentAs === undefined ? undefined : { order, at, method, path, standIn, sentAs },
    );
    options.onSent(current);
    return true;
  }

  return {
    load,
    submit,
    flush,
    end: () => {
      isOver = true;
    },
    /** Removes a change and those that depend on it. */
    async forget({ order, method, standIn }: WaitingWrite): Promise<void> {
      await update(order, () => undefined);
      if (method !== "POST") return;
      for (const one of waiting().filter(({ params }) => Number(params?.id) === idOf(standIn)))
        await update(one.order, () => undefined);
    },
    async resend(write: WaitingWrite, changed: Partial<WaitingWrite>): Promise<void> {
      await update(write.order, () => ({ ...write, ...changed, refused: undefined, attempted: false }));
      void flush();
    },
    async forgetSent(before: number): Promise<void> {
      const old = records.filter(({ sentAs, at }) => sentAs !== undefined && at < before);
      for (const { order } of old) await update(order, () => undefined);
    },
  };
}

const idOf = (thing: unknown): number => Number(Object(thing).id);

/** Neither being sent nor accepted, so it may still be changed. */
const isUnsent = (stored: WaitingWrite | undefined): stored is WaitingWrite =>
  stored !== undefined && stored.sentAs === undefined && (!stored.attempted || stored.refused !== undefined);

/** True for an ended session or another user's, rate limits, and a busy or broken server. */
const isTemporary = ({ status, body: { code } }: ApiError) =>
  status === 401 || code === "other-user" || status === 429 || status >= 500;
