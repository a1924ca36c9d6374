import type { Letter, Wording } from "@coffer/core/letter";
import { emailChanged, passwordChanged, resetPassword, verifyEmail } from "./account.ts";
import { announcement } from "./announcement.ts";
import type { Template } from "./block.ts";
import { digest } from "./digest.ts";
import { renderHtml } from "./html.ts";
import { budgetShared, invitation } from "./sharing.ts";
import { renderText } from "./text.ts";

/** Takes a letter; returns it worded, with a subject of one line whatever the names in it hold. */
export function compose(letter: Letter): Wording {
  const wording = letter.kind === "announcement" ? announcement(letter) : render(templateOf(letter));
  return { ...wording, subject: oneLine(wording.subject) };
}

function templateOf(letter: Exclude<Letter, { kind: "announcement" }>): Template {
  switch (letter.kind) {
    case "verify-email":
      return verifyEmail(letter);
    case "reset-password":
      return resetPassword(letter);
    case "password-changed":
      return passwordChanged(letter);
    case "email-changed":
      return emailChanged(letter);
    case "invitation":
      return invitation(letter);
    case "budget-shared":
      return budgetShared(letter);
    case "digest":
      return digest(letter);
  }
}

const render = (template: Template): Wording => ({
  subject: template.subject,
  html: renderHtml(template),
  text: renderText(template),
});

/** Line breaks and other control characters in a header would start another one. */
const oneLine = (subject: string): string =>
  subject
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .slice(0, 200);
