import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { forwardedAddress, parseTrustedProxies, socketAddress } from "./client-address.ts";

const clientOf = async (proxies: string | undefined, from: string, forwarded?: string) => {
  const trusted = parseTrustedProxies(proxies);
  if (!trusted) throw new Error("not a list");
  const app = new Hono().get("/", (http) => http.text(forwardedAddress(trusted)(http)));
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const connection = { incoming: { socket: { remoteAddress: from } } };
  return (await app.request("/", { headers }, connection)).text();
};

describe("the client's address behind proxies", () => {
  test.each([
    ["no header", undefined, "127.0.0.1", undefined, "127.0.0.1"],
    ["one proxy", undefined, "127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["one proxy over IPv6 loopback", undefined, "::1", "203.0.113.7", "203.0.113.7"],
    ["an IPv4-mapped socket address", undefined, "::ffff:127.0.0.1", "203.0.113.7", "203.0.113.7"],
    [
      "an address that the client made up",
      undefined,
      "127.0.0.1",
      "198.51.100.1, 203.0.113.7",
      "203.0.113.7",
    ],
    [
      "a trusted address that the client made up",
      undefined,
      "127.0.0.1",
      "127.0.0.1, 203.0.113.7",
      "203.0.113.7",
    ],
    [
      "two proxies, both trusted",
      "127.0.0.1,10.0.0.0/8",
      "127.0.0.1",
      "203.0.113.7, 10.1.2.3",
      "203.0.113.7",
    ],
    ["two proxies, one trusted", undefined, "127.0.0.1", "203.0.113.7, 10.1.2.3", "10.1.2.3"],
    ["only trusted addresses", undefined, "127.0.0.1", "127.0.0.1", "127.0.0.1"],
    ["a header from a client that is not a proxy", undefined, "192.168.1.9", "203.0.113.7", "192.168.1.9"],
    ["loopback, no longer trusted", "10.0.0.1", "127.0.0.1", "203.0.113.7", "127.0.0.1"],
    ["an IPv6 client", undefined, "127.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["an IPv6 network of proxies", "fd00::/8", "fd12::1", "2001:db8::7, fd99::2", "2001:db8::7"],
    ["an address with a port", undefined, "127.0.0.1", "203.0.113.7:50123", "203.0.113.7"],
    ["an IPv6 address with a port", undefined, "127.0.0.1", "[2001:db8::7]:50123", "2001:db8::7"],
    ["a proxy that hides its client", undefined, "127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
    ["an empty header", undefined, "127.0.0.1", "", "127.0.0.1"],
  ])("%s", async (_, proxies, from, forwarded, client) => {
    expect(await clientOf(proxies, from, forwarded)).toBe(client);
  });

  test("is the socket's if headers are not trusted", async () => {
    const app = new Hono().get("/", (http) => http.text(socketAddress(http)));
    const connection = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
    const init = { headers: { "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7" } };
    expect(await (await app.request("/", init, connection)).text()).toBe("127.0.0.1");
  });
});

test.each([
  "localhost",
  "10.0.0.0/33",
  "::1/129",
  "10.0.0.1/8/9",
  "10.0.0.1/",
  "10.0.0.256",
  "1.2.3.4 5.6.7.8",
])("%s is not a list of proxies", (list) => {
  expect(parseTrustedProxies(list)).toBeUndefined();
});
