import { expect, test } from "vitest";
import { startProduct } from "../../test/harness.ts";
import { createNetworkLimit, deviceOf, networkOf, networksOf } from "./client.ts";

test.each([
  ["192.0.2.1", ["192.0.2.1"]],
  ["::ffff:192.0.2.1", ["192.0.2.1"]],
  ["2001:db8:1:2f3:3:4:5:6", ["2001:db8:1:2f3::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["2001:0DB8:1:2::6", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"]],
  ["2001:db8::6", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0::/48"]],
  ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
  ["unknown", ["unknown"]],
])("%s is counted as %s", (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:0db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["127.0.0.1", "localhost"],
  ["::1", "localhost"],
  ["unknown", null],
])("%s is shown as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

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

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36 OPR/114.0.0.0`,
    "Opera",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S911B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Firefox",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPad",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  ["curl/8.5.0", null, null],
  ["<script>Firefox/1</script>", "Firefox", null],
  [undefined, null, null],
])("%s is %s on %s", (userAgent, browser, system) => {
  expect(deviceOf(userAgent, "192.0.2.1")).toEqual({ network: "192.0.2.0/24", browser, system });
});
