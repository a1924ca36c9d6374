import type { Endpoint } from "@coffer/contract/endpoint";
import type { WireReply, WireRequest } from "../api/wire.ts";
import { createStore } from "../ui/base/store.ts";

/**
 * A change that waits for the network, made `at` an instant in milliseconds. `order` sorts by that; `standIn` is the
 * expected reply, which the screens show until it arrives; `refused` is the server's reason, which the person resolves;
 * `attempted` is set once the change may have arrived; `sentAs` is the id that the server assigned to an addition, for
 * changes that still name its temporary id.
 */
export type WaitingWrite = WireRequest & {
  order: string;
  at: number;
  standIn: unknown;
  attempted?: boolean;
  sentAs?: number;
  refused?: { message: string; current?: unknown } | undefined;
};

/** In the order of sending. */
export const waitingWrites = createStore<readonly WaitingWrite[]>([]);

export const useIsWaiting = (id: number): boolean =>
  waitingWrites.use().some(({ params, standIn }) => Number(params?.id) === id || Object(standIn).id === id);

/** Sends a change, or stores it if the network is gone or other changes wait before it. */
type SendOrWait = (endpoint: Endpoint, request: WireRequest) => Promise<WireReply>;

let starting: (() => Promise<SendOrWait | undefined>) | undefined;
/** Registers how to start the signed-in user's queue, which loads its code; undefined once nobody is signed in. */
export const setQueueStart = (start: typeof starting): void => {
  starting = start;
};
/** Starts the queue; undefined if changes cannot wait. */
export const startedQueue = async (): Promise<SendOrWait | undefined> => starting?.();
