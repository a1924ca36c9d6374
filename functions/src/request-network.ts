import { AsyncLocalStorage } from "node:async_hooks";

const networks = new AsyncLocalStorage<string | null>();

export const withNetwork = <T>(network: string | null, work: () => T): T => networks.run(network, work);

/** Undefined outside of a request. */
export const requestNetwork = (): string | null | undefined => networks.getStore();
