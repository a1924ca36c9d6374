import type { EmailOf } from "@coffer/core/mail/email";
import type { TimeZone } from "@coffer/domain/time/timezone";
import { personal } from "./account.ts";
import { row, type Template } from "./block.ts";
import { nameInSubject } from "./subject.ts";

export function newSignIn(data: EmailOf<"new-sign-in">): Template {
  const { at, timeZone, links } = data;
  const { network, browser, system } = data.device;
  return personal(data, "New sign-in to your account", "If this was you, there is nothing to do.", [
    "Somebody signed in to your account from a network or browser that it was not used from before.",
    {
      rows: [
        row("When", timeIn(timeZone, at), { detail: timeZone.replaceAll("_", " ") }),
        row("Browser", [browser ?? "Unknown browser", system].filter(Boolean).join(" on ")),
        row("Network", network ?? "Unknown network"),
      ],
    },
    "If this was you, there is nothing to do.",
    "If it was not, choose a new password at once: it signs out every device. Settings lists the devices that are signed in now.",
    { button: "Choose a new password", href: links.newPassword },
    { button: "See your devices", href: links.devices },
  ]);
}

export const securityChange = (data: EmailOf<"security">): Template =>
  personal(data, data.text.replace(/\.$/, ""), "If this was you, there is nothing to do.", [
    data.text,
    "If this was you, there is nothing to do. If it was not, choose a new password at once: it signs out every device. Then look through Security and sharing in Settings.",
    { button: "Choose a new password", href: data.links.newPassword },
    { button: "Open Settings", href: data.links.settings },
  ]);

export function newAdministrator(data: EmailOf<"new-administrator">): Template {
  const { person, byName, link } = data;
  const by = byName ?? "The operator of Coffer";
  const title = person
    ? `${nameInSubject(person.name)} is now an administrator`
    : "You are now an administrator";
  return personal(data, title, `${by} gave the rights.`, [
    person
      ? `${by} made ${person.name} (${person.email}) an administrator of Coffer.`
      : `${by} made you an administrator of Coffer.`,
    "Administrators see everybody's name and address, write to all, and appoint others. If this is not right, take the rights away again.",
    { button: "See the administrators", href: link },
  ]);
}

/** "Nov 21, 2026, 10:00 AM"; `at` in milliseconds. */
const timeIn = (timeZone: TimeZone, at: number): string =>
  new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
