import { AsyncLocalStorage } from "node:async_hooks";
import type { Networks } from "@coffer/core/env";
import { networkOf, networksOf } from "./api/networks.ts";

const addresses = new AsyncLocalStorage<string>();

/** Runs a request's work with its address available to logs and mail limits. */
export const withAddress = <T>(address: string, work: () => T): T => addresses.run(address, work);

/** The current request's network; undefined in a job, null if it is not an address. */
export function requestNetwork(): string | null | undefined {
  const address = addresses.getStore();
  return address === undefined ? undefined : networkOf(address);
}

/** The networks that limits count; none in a job. */
export function requestNetworks(): Networks {
  const address = addresses.getStore();
  return address === undefined ? [] : networksOf(address);
}
