import { createServer, type Server, type Socket } from "node:net";
import { Undeliverable } from "@coffer/core/mail/email";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSmtpMailer } from "./smtp.ts";

/** A mail server that replies `verdict` to each message, and records envelope and text. */
let verdict = "250 taken";
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
  socket.write("220 test\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    for (const line of chunk.toString("utf8").split("\r\n").filter(Boolean)) {
      heard.push(line);
      if (inMessage) {
        if (line !== ".") continue;
        inMessage = false;
        socket.write(`${verdict}\r\n`);
      } else if (line === "DATA") {
        inMessage = true;
        socket.write("354 go on\r\n");
      } else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
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

test("sends to its one recipient, and tells permanent refusals from passing ones", async () => {
  const mailer = createSmtpMailer(url, "Coffer <coffer@budget.example>");
  await mailer.send(message);
  expect(heard).toContain("MAIL FROM:<coffer@budget.example>");
  expect(heard.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<ana@example.com>"]);
  expect(heard).toContain("Message-ID: <7@budget.example>");

  verdict = "451 later";
  await expect(mailer.send(message)).rejects.not.toBeInstanceOf(Undeliverable);
  verdict = "554 never";
  await expect(mailer.send(message)).rejects.toBeInstanceOf(Undeliverable);
});

test("an unreachable server is a failure that may pass", async () => {
  const mailer = createSmtpMailer("smtp://127.0.0.1:1", "Coffer <coffer@budget.example>");
  await expect(mailer.send(message)).rejects.not.toBeInstanceOf(Undeliverable);
});
