import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { hostHere, knownNamesOnly, reachableHost, thisMachineOnly } from "./this-machine.ts";

const app = new Hono()
  .use(knownNamesOnly("Desk.home.example", "https://budget.example.org"), thisMachineOnly())
  .get("/_outbox", (http) => http.text("mail"));
/** The status of a request for the outbox over a connection from that address. */
const ask = async (host: string, remoteAddress: string) =>
  (await app.request(`http://${host}/_outbox`, {}, { incoming: { socket: { remoteAddress } } })).status;

describe("the outbox is shown", () => {
  test.each([
    ["127.0.0.1:4321", 200],
    ["localhost:4321", 200],
    ["[::1]:4321", 200],
    ["192.168.1.5:4321", 200],
    ["desk.home.example:4321", 200],
    ["budget.example.org", 200],
    ["other.example.org", 421],
    ["evil.example:4321", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example", 421],
  ])("under the name of %s: %i", async (host, status) => {
    expect(await ask(host, "127.0.0.1")).toBe(status);
  });

  test.each([
    ["127.0.0.1", 200],
    ["127.8.8.8", 200],
    ["::1", 200],
    ["::ffff:127.0.0.1", 200],
    ["192.168.1.7", 403],
    ["::ffff:192.168.1.7", 403],
    ["2001:db8::7", 403],
  ])("to a caller from %s: %i", async (address, status) => {
    expect(await ask("127.0.0.1:4321", address)).toBe(status);
  });
});

test.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])(
  "the outbox is hidden from a proxy that sends %s",
  async (header) => {
    const connection = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
    const init = { headers: { [header]: "203.0.113.7" } };
    expect((await app.request("http://127.0.0.1:4321/_outbox", init, connection)).status).toBe(403);
  },
);

test("links have an address of this machine even if the product listens on all", () => {
  expect(reachableHost("127.0.0.1")).toBe("127.0.0.1");
  expect(reachableHost("desk.home.example")).toBe("desk.home.example");
  expect(["0.0.0.0", "::", "192.168.1.5"].map(hostHere)).toEqual(["127.0.0.1", "127.0.0.1", "192.168.1.5"]);
  expect(reachableHost("0.0.0.0")).toMatch(/^(?!0\.)\d+\.\d+\.\d+\.\d+$/);
});
