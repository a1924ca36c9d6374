import type { EmailOf } from "@coffer/core/mail/email";
import { NOTIFICATION_LABELS } from "@coffer/domain/notification/choices";
import { personal } from "./account.ts";
import type { Template } from "./block.ts";

/** The subject says of what kind it is and holds no amounts: it shows on locked screens. */
export const notice = (data: EmailOf<"notice">): Template =>
  personal(
    data,
    NOTIFICATION_LABELS[data.about],
    "Open Coffer to see what is behind it.",
    [
      { paragraph: data.text, href: data.link },
      { button: "Open Coffer", href: data.link },
    ],
    {
      reason: "You receive this because your settings say that notifications are mailed at once.",
      links: [
        { label: "Choose what you are told", href: data.links.settings },
        { label: "Unsubscribe", href: data.links.unsubscribe },
      ],
    },
  );
