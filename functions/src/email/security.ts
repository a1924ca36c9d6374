import type { EmailOf } from "@coffer/core/email";
import type { TimeZone } from "@coffer/domain/timezone";
import { ABOUT_YOUR_ACCOUNT } from "./account.ts";
import { row, type Template } from "./block.ts";

export const newSignIn = ({
  firstName,
  at,
  timeZone,
  device: { network, browser, system },
  links,
}: EmailOf<"new-sign-in">): Template => ({
  subject: "New sign-in to your account",
  preview: "If this was you, there is nothing to do.",
  title: "New sign-in to your account",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    {
      paragraph:
        "Somebody signed in to your account from a network or browser that it was not used from before.",
    },
    {
      rows: [
        row("When", timeIn(timeZone, at), { detail: timeZone.replaceAll("_", " ") }),
        row("Browser", [browser ?? "Unknown browser", system].filter(Boolean).join(" on ")),
        row("Network", network ?? "Unknown network"),
      ],
    },
    { paragraph: "If this was you, there is nothing to do." },
    {
      paragraph:
        "If it was not, choose a new password at once: it signs out every device. What is signed in now stands under Devices in Settings.",
    },
    { button: "Choose a new password", href: links.newPassword },
    { button: "See your devices", href: links.devices },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const newAdministrator = ({
  firstName,
  person,
  byName,
  link,
}: EmailOf<"new-administrator">): Template => {
  const title = person ? `${person.name} is now an administrator` : "You are now an administrator";
  const who = byName ?? "Whoever operates Coffer";
  return {
    subject: title,
    preview: `${who} gave the rights.`,
    title,
    blocks: [
      { paragraph: `Hello ${firstName},` },
      {
        paragraph: person
          ? `${who} made ${person.name} (${person.email}) an administrator of Coffer.`
          : `${who} made you an administrator of Coffer.`,
      },
      {
        paragraph:
          "Administrators see everybody's name and address, write to all, and appoint others. If this is not right, take the rights away again.",
      },
      { button: "See the administrators", href: link },
    ],
    footer: ABOUT_YOUR_ACCOUNT,
  };
};

/** "Nov 21, 2026, 10:00 AM"; `at` in milliseconds. */
const timeIn = (timeZone: TimeZone, at: number): string =>
  new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
