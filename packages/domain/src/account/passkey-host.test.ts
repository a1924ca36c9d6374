import { expect, test } from "vitest";
import { passkeyHost } from "./passkey-host.ts";

test.each([
  ["https://budget.example", "budget.example", "https://budget.example"],
  ["http://localhost:4321", "localhost", "http://localhost:4321"],
  ["http://127.0.0.1:4321", "localhost", "http://localhost:4321"],
  ["http://[::1]:4321", "localhost", "http://localhost:4321"],
  ["https://127.0.0.1", "localhost", "https://localhost"],
])("passkeys of %s belong to %s", (origin, id, at) => {
  expect(passkeyHost(origin)).toEqual({ id, origin: at });
});

test.each(["http://192.168.1.7:4321", "https://10.0.0.1", "https://[2001:db8::1]"])(
  "%s has no passkeys",
  (origin) => expect(passkeyHost(origin)).toBeNull(),
);

test("passkeys may belong to a parent domain of the host", () => {
  expect(passkeyHost("https://budget.example.com", "example.com")).toEqual({
    id: "example.com",
    origin: "https://budget.example.com",
  });
});
