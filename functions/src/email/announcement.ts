import type { EmailData, RenderedEmail } from "@coffer/core/email";
import { frame } from "./html.ts";
import { textOf } from "./sanitize.ts";
import { footerText } from "./text.ts";

/** An administrator's mail: their HTML in the product's frame, and what it says as text. */
export function announcement({
  subject,
  html,
  links,
}: Extract<EmailData, { kind: "announcement" }>): RenderedEmail {
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
