import { AsyncLocalStorage } from "node:async_hooks";
import type { Networks } from "@coffer/core/env";
import { networkOf, networksOf } from "./api/networks.ts";

const addresses = new AsyncLocalStorage<string>();

/** Runs a request's work so that what it logs and queues knows where the request came from. */
export const withAddress = <T>(address: string, work: () => T): T => addresses.run(address, work);

/** Of the request that is under way; undefined in a job, null for what is no address. */
export function requestNetwork(): string | null | undefined {
  const address = addresses.getStore();
  return address === undefined ? undefined : networkOf(address);
}

/** The same for limits; none in a job. */
export function requestNetworks(): Networks {
  const address = addresses.getStore();
  return address === undefined ? [] : networksOf(address);
}
