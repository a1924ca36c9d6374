import type { EmailOf, RenderedEmail } from "@coffer/core/mail/email";
import { frame } from "./html.ts";
import { textOf } from "./sanitize.ts";
import { footerText } from "./text.ts";

export function announcement({ subject, html, links }: EmailOf<"announcement">): RenderedEmail {
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
