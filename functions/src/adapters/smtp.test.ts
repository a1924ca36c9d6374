import { createServer, type Server, type Socket } from "node:net";
import { AddressRefused, HeldBack, Undeliverable } from "@coffer/core/mail/email";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SMTP_ANSWERS } from "../../test/mail-answers.ts";
import { createSmtpMailer } from "./smtp.ts";

/** A mail server that replies `verdict` to one command or to each message, and records envelope and text. */
let verdict = { to: "DATA", reply: "250 taken" };
const heard: string[] = [];
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer(converse).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  url = `smtp://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
});
afterAll(() => {
  server.unref().close();
});

function converse(socket: Socket): void {
  let inMessage = false;
  const answer = (command: string, otherwise: string) =>
    socket.write(`${verdict.to === command ? verdict.reply : otherwise}\r\n`);
  socket.write("220 test\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    for (const line of chunk.toString("utf8").split("\r\n").filter(Boolean)) {
      heard.push(line);
      if (inMessage) {
        if (line !== ".") continue;
        inMessage = false;
        answer("DATA", "250 taken");
      } else if (line === "DATA") {
        inMessage = true;
        socket.write("354 go on\r\n");
      } else if (line.startsWith("EHLO")) socket.write("250-test\r\n250 AUTH PLAIN\r\n");
      else answer(line.slice(0, 4), line === "QUIT" ? "221 bye" : "250 fine");
    }
  });
}

const message = {
  id: "7",
  to: "ana@example.com",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  headers: {},
};

test("sends to one recipient in its own name", async () => {
  verdict = { to: "DATA", reply: "250 taken" };
  await createSmtpMailer(url, "Coffer <coffer@budget.example>").send(message);
  expect(heard).toContain("MAIL FROM:<coffer@budget.example>");
  expect(heard.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<ana@example.com>"]);
  expect(heard).toContain("Message-ID: <7@budget.example>");
});

test.each(SMTP_ANSWERS)("$code $says: $becomes ($source)", async ({ code, says, becomes, to = "DATA" }) => {
  verdict = { to, reply: `${code} ${says}` };
  const error = await createSmtpMailer(url, "Coffer <coffer@budget.example>")
    .send(message)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof HeldBack ? "held" : error instanceof Undeliverable ? "final" : "again").toBe(
    becomes,
  );
  expect(error instanceof AddressRefused).toBe(becomes === "final" && to === "RCPT");
});

test("refused credentials hold mail back", async () => {
  verdict = { to: "AUTH", reply: "535 5.7.8 Username and password not accepted" };
  const withPassword = url.replace("//", "//ana:hunter2@");
  await expect(
    createSmtpMailer(withPassword, "Coffer <coffer@budget.example>").send(message),
  ).rejects.toBeInstanceOf(HeldBack);
});

test("an unreachable server is a temporary failure", async () => {
  const mailer = createSmtpMailer("smtp://127.0.0.1:1", "Coffer <coffer@budget.example>");
  await expect(mailer.send(message)).rejects.not.toBeInstanceOf(Undeliverable);
});
