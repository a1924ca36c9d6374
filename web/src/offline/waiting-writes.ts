import type { Endpoint } from "@coffer/contract/endpoint";
import type { WireReply, WireRequest } from "../api/wire.ts";
import { createStore } from "../ui/base/store.ts";

/**
 * A change that waits for the network. `order` sorts by when it was made; `standIn` is what the server is expected to
 * reply, which the screens show meanwhile; `refused` is the server's reason for turning it down, which the person is
 * told and resolves. `attempted` once it may have arrived; `sentAs` is the id that the server gave to what was added,
 * for the changes of it that were made meanwhile. `at` is an instant in milliseconds.
 */
export type WaitingWrite = WireRequest & {
  order: string;
  at: number;
  standIn: unknown;
  attempted?: boolean;
  sentAs?: number;
  refused?: { message: string; current?: unknown } | undefined;
};

/** In the order in which they are sent. */
export const waitingWrites = createStore<readonly WaitingWrite[]>([]);

export const useIsWaiting = (id: number): boolean =>
  waitingWrites.use().some(({ params, standIn }) => Number(params?.id) === id || Object(standIn).id === id);

/** Sends a change, or stores it where the network is gone, or where others wait before it. */
type SendOrWait = (endpoint: Endpoint, request: WireRequest) => Promise<WireReply>;

let starting: (() => Promise<SendOrWait | undefined>) | undefined;
/** Keeps how the queue of the signed-in user is started, which loads its code; undefined once nobody is. */
export const setQueueStart = (start: typeof starting): void => {
  starting = start;
};
/** The way to send what may wait; undefined if it cannot. */
export const startedQueue = async (): Promise<SendOrWait | undefined> => starting?.();
