import type { EmailOf } from "@coffer/core/email";
import { NOTIFICATION_LABELS } from "@coffer/domain/notification";
import type { Template } from "./block.ts";

/** The subject says of what kind it is and holds no amounts: it shows on locked screens. */
export const notice = ({ firstName, about, text, link, links }: EmailOf<"notice">): Template => ({
  subject: NOTIFICATION_LABELS[about],
  preview: "Open Coffer to see what is behind it.",
  title: NOTIFICATION_LABELS[about],
  blocks: [
    { paragraph: `Hello ${firstName},` },
    { paragraph: text, href: link },
    { button: "Open Coffer", href: link },
  ],
  footer: {
    reason: "You receive this because your settings say that notifications are mailed at once.",
    links: [
      { label: "Choose what you are told", href: links.settings },
      { label: "Unsubscribe", href: links.unsubscribe },
    ],
  },
});
