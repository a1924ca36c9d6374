import { Hono } from "hono";
import { expect, test } from "vitest";
import { ownNameOnly } from "./own-name.ts";

const app = new Hono().use(ownNameOnly("Desk.home.example")).get("/_outbox", (http) => http.text("mail"));

test.each([
  ["127.0.0.1:4321", 200],
  ["localhost:4321", 200],
  ["[::1]:4321", 200],
  ["192.168.1.5:4321", 200],
  ["desk.home.example:4321", 200],
  ["evil.example:4321", 421],
  ["localhost.evil.example", 421],
  ["127.0.0.1.evil.example", 421],
])("under the name of %s: %i", async (host, status) => {
  expect((await app.request(`http://${host}/_outbox`)).status).toBe(status);
});
