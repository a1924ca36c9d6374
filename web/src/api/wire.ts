import {
  BUDGET_OWNER_HEADER,
  ENTRY_HEADER,
  IDEMPOTENCY_HEADER,
  NEXT_CURSOR_HEADER,
  UNREADABLE_HEADER,
  USER_HEADER,
  VERSION_HEADER,
} from "@coffer/contract/error";
import { createStore } from "../ui/base/store.ts";
import { ApiError } from "./api-error.ts";

/** False after a request could not be sent, until one is answered. */
export const isConnected = createStore(true);

const answered = Promise.withResolvers<void>();
/** Resolves when the server first answers this page. */
export const networkAnswered = answered.promise;

/** The number of items that the server omits because it cannot read them. */
export const unreadable = createStore<{ budget: number | undefined; count: number } | null>(null);

/** The server could not be reached. */
export class NotSent extends Error {
  override readonly name = "NotSent";
}

/** The page's user, named in each call, so that a sign-in in another tab cannot write into the wrong budget. */
let shown: { id: number; email: string } | undefined;
export const shownUser = () => shown;
export const noteShownUser = (user: { id: number; email: string } | undefined): void => {
  shown = user;
};

type Values = Record<string, unknown>;

/** The user's id if their home is another budget. A call that names no owner means the home, so their own must be named. */
let ownLedger: number | undefined;
export const nameOwnLedger = ({ id, homeBudget }: { id: number; homeBudget: number | null }) => {
  ownLedger = homeBudget === null ? undefined : id;
};

/** A request of the API, as it is sent and as the browser stores it while it waits. */
export type WireRequest = {
  method: string;
  path: string;
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  /** The owner of the opened budget; undefined for one's own. */
  budget?: number | undefined;
  key?: string | undefined;
  /** The version that an edit began with. */
  version?: string | undefined;
  /** The thing in that version, if the change may be queued. */
  opened?: object | undefined;
};

export type WireReply = { json: unknown; entryId: string | null; next: string | null };

/** Throws ApiError for a reply that is not OK, and NotSent if there is none. */
export async function deliver(request: WireRequest, signal?: AbortSignal): Promise<WireReply> {
  const { method, path, params, query, body, budget: ledgerId = ownLedger, key, version } = request;
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", "application/json");
  if (ledgerId !== undefined) headers.set(BUDGET_OWNER_HEADER, String(ledgerId));
  if (shown) headers.set(USER_HEADER, String(shown.id));
  if (key !== undefined) headers.set(IDEMPOTENCY_HEADER, key);
  if (version !== undefined) headers.set(VERSION_HEADER, version);
  const response = await answer(urlOf(path, params, query), {
    method,
    credentials: "include",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  const count = Number(response.headers.get(UNREADABLE_HEADER));
  const known = unreadable.get();
  if (count > (known?.budget === request.budget ? (known?.count ?? 0) : 0))
    unreadable.set({ budget: request.budget, count });
  return {
    json: text === "" ? undefined : JSON.parse(text),
    entryId: response.headers.get(ENTRY_HEADER),
    next: response.headers.get(NEXT_CURSOR_HEADER),
  };
}

async function answer(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    if (response.ok && isPage(response)) throw new Error("A page of the network's");
    if (!isConnected.get()) isConnected.set(true);
    answered.resolve();
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (isConnected.get()) isConnected.set(false);
    throw new NotSent("The server did not answer", { cause: error });
  }
}

/** A network that asks to sign in, such as a hotel's, answers with its own page. */
const isPage = ({ headers }: Response) => headers.get("content-type")?.startsWith("text/html");

let resume: () => Promise<boolean> = async () => false;
/** Registers how to renew the page's session after a refusal; resolves with false if the person declines. */
export const setResume = (how: typeof resume): void => {
  resume = how;
};

/** Runs a call; if the page's user has no session, runs it again once they have signed in. */
export async function withSession<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === 401 && error.body.code === undefined;
    if (!isOver || !shown || !(await resume())) throw error;
    return run();
  }
}

function urlOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return search.length === 0 ? filled : `${filled}?${new URLSearchParams(search)}`;
}
