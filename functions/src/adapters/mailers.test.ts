import { expect, test } from "vitest";
import { logged } from "./mailers.ts";

test("a refused message is logged without an address", async () => {
  const lines: unknown[] = [];
  const refusal = new Error("Email address is not verified: ana@example.com, <bob@example.org>");
  const mailer = logged(
    { send: () => Promise.reject(refusal) },
    {
      info: (message) => lines.push({ message }),
      error: (message, more) => lines.push({ message, ...more }),
    },
  );
  const message = { id: "1", to: "ana@example.com", subject: "Hello", html: "", text: "", headers: {} };
  await expect(mailer.send(message)).rejects.toBe(refusal);
  expect(lines).toEqual([
    {
      message: "mail refused",
      error: { name: "Error", message: "Email address is not verified: …, <…>" },
    },
  ]);
});
