import { adminEmailBody } from "@coffer/contract/admin";
import * as v from "valibot";
import { expect, test } from "vitest";
import { EMAIL_TEMPLATES } from "./email-templates.ts";

test.each(EMAIL_TEMPLATES)("accepts the template $id as a mail", ({ subject, content }) => {
  expect(
    v.safeParse(adminEmailBody, { subject, htmlContent: content, sendToAll: true }).issues,
  ).toBeUndefined();
});
