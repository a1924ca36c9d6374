import { expect, test } from "vitest";
import { networkOf, networksOf } from "./client.ts";

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
