import type { EmailOf } from "@coffer/core/mail/email";
import { personal, row, type Template } from "./block.ts";
import { nameInSubject } from "./subject.ts";

const NOTHING_TO_DO = "If this was you, there is nothing to do.";

export function securityEmail(data: EmailOf<"new-sign-in" | "security" | "new-administrator">): Template {
  switch (data.kind) {
    case "new-sign-in": {
      const { at, timeZone, links } = data;
      const { network, browser, system } = data.device;
      const when = new Date(at).toLocaleString("en-US", {
        dateStyle: "medium",
        timeStyle: "short",
        timeZone,
      });
      return personal(data, "New sign-in to your account", NOTHING_TO_DO, [
        "Somebody signed in to your account from a network or browser that it was not used from before.",
        {
          rows: [
            row("When", when, { detail: timeZone.replaceAll("_", " ") }),
            row("Browser", [browser ?? "Unknown browser", system].filter(Boolean).join(" on ")),
            row("Network", network ?? "Unknown network"),
          ],
        },
        NOTHING_TO_DO,
        "If it was not, choose a new password at once: it signs out every device. Settings lists the devices that are signed in now.",
        { button: "Choose a new password", href: links.newPassword },
        { button: "See your devices", href: links.devices },
      ]);
    }
    case "security":
      return personal(data, data.text.replace(/\.$/, ""), NOTHING_TO_DO, [
        data.text,
        `${NOTHING_TO_DO} If it was not, choose a new password at once: it signs out every device. Then look through Security and sharing in Settings.`,
        { button: "Choose a new password", href: data.links.newPassword },
        { button: "Open Settings", href: data.links.settings },
      ]);
    case "new-administrator": {
      const { person, link } = data;
      const by = data.byName ?? "The operator of Coffer";
      const [title, made] = person
        ? [
            `${nameInSubject(person.name)} is now an administrator`,
            `${by} made ${person.name} (${person.email}) an administrator of Coffer.`,
          ]
        : ["You are now an administrator", `${by} made you an administrator of Coffer.`];
      return personal(data, title, `${by} gave the rights.`, [
        made,
        "Administrators see everybody's name and address, write to all, and appoint others. If this is not right, take the rights away again.",
        { button: "See the administrators", href: link },
      ]);
    }
  }
}
