import { AsyncLocalStorage } from "node:async_hooks";

const networks = new AsyncLocalStorage<string | null>();

/** Runs a request's work so that all that it logs names the network, as people recognise it and no closer. */
export const withNetwork = <T>(network: string | null, work: () => T): T => networks.run(network, work);

/** Undefined outside of a request. */
export const requestNetwork = (): string | null | undefined => networks.getStore();
