import type { EmailData, RenderedEmail } from "@coffer/core/mail/email";
import {
  accountKept,
  accountLeaving,
  budgetGone,
  emailChanged,
  passwordChanged,
  resetPassword,
  verifyEmail,
} from "./account.ts";
import { announcement } from "./announcement.ts";
import type { Template } from "./block.ts";
import { digest } from "./digest.ts";
import { renderHtml } from "./html.ts";
import { notice } from "./notice.ts";
import { newAdministrator, newSignIn, securityChange } from "./security.ts";
import { budgetShared, invitation } from "./sharing.ts";
import { oneLine } from "./subject.ts";
import { renderText } from "./text.ts";

export function renderEmail(data: EmailData): RenderedEmail {
  const rendered = data.kind === "announcement" ? announcement(data) : renderTemplate(templateOf(data));
  return { ...rendered, subject: oneLine(rendered.subject) };
}

function templateOf(data: Exclude<EmailData, { kind: "announcement" }>): Template {
  switch (data.kind) {
    case "verify-email":
      return verifyEmail(data);
    case "reset-password":
      return resetPassword(data);
    case "password-changed":
      return passwordChanged(data);
    case "email-changed":
      return emailChanged(data);
    case "account-leaving":
      return accountLeaving(data);
    case "account-kept":
      return accountKept(data);
    case "new-sign-in":
      return newSignIn(data);
    case "security":
      return securityChange(data);
    case "new-administrator":
      return newAdministrator(data);
    case "budget-gone":
      return budgetGone(data);
    case "invitation":
      return invitation(data);
    case "budget-shared":
      return budgetShared(data);
    case "digest":
    case "digest-preview":
      return digest(data);
    case "notice":
      return notice(data);
  }
}

const renderTemplate = (template: Template): RenderedEmail => ({
  subject: template.subject,
  html: renderHtml(template),
  text: renderText(template),
});
