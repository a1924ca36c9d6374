import { expect, test } from "vitest";
import { startProduct } from "../../test/harness.ts";
import { createNetworkLimit } from "./client.ts";

test("a network beyond its limit is refused until the window ends", async () => {
  const product = await startProduct({ perNetwork: 3 });
  const ask = async (address: string) => {
    const { status, headers } = await product.visitor().get("/api/health", { "x-test-address": address });
    return [status, headers.get("retry-after")];
  };
  for (let sent = 0; sent < 3; sent++) expect(await ask("203.0.113.7")).toEqual([200, null]);
  expect(await ask("203.0.113.7")).toEqual([429, "300"]);
  expect(await ask("203.0.113.8")).toEqual([200, null]);
  product.pass(300_000);
  expect(await ask("203.0.113.7")).toEqual([200, null]);
});

test("larger IPv6 networks may send more", () => {
  let now = 1_000_000;
  const limit = createNetworkLimit({ clock: () => now, withinMs: 1_000, perNetwork: 2 });
  const sendFrom = (network: string, times: number) => {
    for (let sent = 0; sent < times; sent++) limit([network, "/56"]);
  };
  sendFrom("first/64", 2);
  expect(() => sendFrom("first/64", 1)).toThrow("Too many");
  sendFrom("second/64", 2);
  expect(() => sendFrom("third/64", 1)).toThrow("Too many");
  now = 0;
  sendFrom("third/64", 1);
});
