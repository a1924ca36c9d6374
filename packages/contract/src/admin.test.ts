import * as v from "valibot";
import { expect, test } from "vitest";
import { adminEmailBody, MISSING_CONTENT } from "./admin.ts";

const mail = { subject: "News", htmlContent: "<p>Hello</p>", sendToAll: true };
const messages = (body: unknown) => v.safeParse(adminEmailBody, body).issues?.map((issue) => issue.message);

test("refuses a mail with a blank subject or content", () => {
  expect(messages({ ...mail, subject: "   " })).toEqual([MISSING_CONTENT]);
  expect(messages({ ...mail, subject: "\u200b\u202e" })).toEqual([MISSING_CONTENT]);
  expect(messages({ ...mail, htmlContent: " \n " })).toEqual([MISSING_CONTENT]);
  expect(messages({ sendToAll: true })).toEqual([MISSING_CONTENT, MISSING_CONTENT]);
});

test("requires either one recipient or all", () => {
  expect(messages({ ...mail, sendToAll: false })).toEqual(["Choose who receives the email"]);
  expect(messages({ ...mail, userId: 7 })).toEqual(["Choose who receives the email"]);
  expect(messages({ ...mail, sendToAll: false, userId: 7 })).toBeUndefined();
  expect(messages({ ...mail, sendToAll: false, test: true })).toBeUndefined();
});

test("refuses a subject with a line break", () => {
  expect(messages({ ...mail, subject: "News\r\nBcc: all@example.com" })).toEqual([
    "The subject must be one line",
  ]);
});

test("names the unknown placeholder", () => {
  expect(messages({ ...mail, subject: "{{ password }}" })).toEqual(["There is no placeholder {{password}}"]);
  expect(messages({ ...mail, htmlContent: "{{firstName}} {{constructor}}" })).toEqual([
    "There is no placeholder {{constructor}}",
  ]);
});
