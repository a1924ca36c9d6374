import type { EmailData, EmailOf, RenderedEmail } from "@coffer/core/mail/email";
import { oneLine } from "@coffer/domain/text/clean-name";
import { type Locale, localeOf } from "@coffer/domain/text/locale";
import { accountEmail, sharingEmail } from "./account.ts";
import type { Block, Footer, Template } from "./block.ts";
import { digest } from "./digest.ts";
import { frame, renderHtml } from "./html.ts";
import { textOf } from "./sanitize.ts";

/** Formats amounts and dates for the reader's `language`, American English by default. */
export function renderEmail(data: EmailData, language: string | null = null): RenderedEmail {
  const rendered =
    data.kind === "announcement"
      ? announcement(data)
      : renderTemplate(templateOf(data, localeOf(language ?? "en-US")));
  return {
    subject: oneLine(rendered.subject),
    html: rendered.html.replace(OVERRIDES, ""),
    text: rendered.text.replace(OVERRIDES, ""),
  };
}

/** Direction overrides in a name would reverse the amounts behind it. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

function templateOf(data: Exclude<EmailData, { kind: "announcement" }>, locale: Locale): Template {
  switch (data.kind) {
    case "invitation":
    case "budget-shared":
    case "budget-gone":
      return sharingEmail(data);
    case "digest":
    case "digest-preview":
      return digest(data, locale);
    default:
      return accountEmail(data, locale);
  }
}

const renderTemplate = (template: Template): RenderedEmail => ({
  subject: template.subject,
  html: renderHtml(template),
  text: renderText(template),
});

function announcement({ subject, html, links }: EmailOf<"announcement">): RenderedEmail {
  const footer = {
    reason: "You receive this because you have a Coffer account.",
    links: [{ label: "Unsubscribe", href: links.unsubscribe }],
  };
  return {
    subject,
    html: frame({ subject, preview: "", footer }, html),
    text: `${textOf(html)}\n\n${footerText(footer)}\n`,
  };
}

const renderText = ({ title, blocks, footer }: Template): string =>
  [title, ...blocks.map(blockText).filter(Boolean), footerText(footer)].join("\n\n").concat("\n");

/** Below "--": mail programs treat the rest as a signature. */
const footerText = ({ reason, links }: Footer): string =>
  ["--", reason, ...links.map(({ label, href }) => `${label}: ${href}`)].join("\n");

function blockText(block: Block): string {
  if ("paragraph" in block) return block.paragraph;
  if ("note" in block) return block.note;
  if ("heading" in block) return block.heading.toUpperCase();
  if ("quote" in block) return block.quote.replace(/^/gm, "> ");
  if ("button" in block) return `${block.button}:\n${block.href}`;
  if ("bar" in block) return "";
  if ("figure" in block) return [`${block.label}: ${block.figure}`, block.detail].filter(Boolean).join("\n");
  return block.rows
    .map(({ label, detail, value }) => `- ${label}${detail ? ` (${detail})` : ""}: ${value}`)
    .join("\n");
}
