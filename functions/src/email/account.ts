import type { EmailData, EmailOf } from "@coffer/core/mail/email";
import type { Device } from "@coffer/domain/account/definition";
import { NOTIFICATION_LABELS } from "@coffer/domain/notification/choices";
import { securityTitle } from "@coffer/domain/notification/security-events";
import type { Permission } from "@coffer/domain/share/sharing";
import type { Locale } from "@coffer/domain/text/locale";
import { pluralize } from "@coffer/domain/text/plural";
import type { Day } from "@coffer/domain/time/day";
import {
  type Block,
  type Footer,
  ledgerInSubject,
  ledgerInText,
  nameInSubject,
  nameInText,
  personal,
  row,
  type Template,
} from "./block.ts";

const NOTHING_TO_DO = "If this was you, there is nothing to do.";

type AccountEmail = Exclude<
  EmailData,
  { kind: "invitation" | "budget-shared" | "budget-gone" | "digest" | "digest-preview" | "announcement" }
>;

export function accountEmail(data: AccountEmail, locale: Locale): Template {
  switch (data.kind) {
    case "verify-email":
      return verifyEmail(data);
    case "reset-password":
      return resetPassword(data);
    case "password-changed":
      return passwordChanged(data, locale);
    case "email-changed":
      return emailChanged(data);
    case "account-leaving":
      return accountLeaving(data, locale);
    case "account-kept":
      return accountKept(data);
    case "new-sign-in":
      return newSignIn(data, locale);
    case "security":
      return securityEvent(data);
    case "security-summary":
      return securitySummary(data, locale);
    case "new-administrator":
      return newAdministrator(data);
    case "notice-summary":
      return noticeSummary(data);
    case "notice":
      return notice(data);
  }
}

function verifyEmail(data: EmailOf<"verify-email" | "reset-password">): Template {
  return personal(
    data,
    "Confirm your email address",
    "One click, and your daily summaries and shared budgets can reach you.",
    [
      "Please confirm that this address is yours, so that summaries and shared budgets can reach you.",
      { button: "Confirm this address", href: data.link },
      {
        note: "The link works once, for 24 hours. If you do not know Coffer, ignore this email: nothing will happen.",
      },
    ],
    { reason: "You receive this because somebody gave this address to Coffer.", links: [] },
  );
}

function resetPassword(data: EmailOf<"verify-email" | "reset-password">): Template {
  return personal(data, "Reset your password", "The link works once, for 30 minutes.", [
    "Somebody, hopefully you, asked for a new password for your account.",
    { button: "Choose a new password", href: data.link },
    {
      note: "The link works once, for 30 minutes. If it was not you, ignore this email: your password stays as it is.",
    },
  ]);
}

function passwordChanged(data: EmailOf<"password-changed">, locale: Locale): Template {
  return personal(data, "Your password was changed", NOTHING_TO_DO, [
    "Your account's password was just changed. If this was you, there is nothing to do.",
    "If it was not, use “Forgot password” on the sign-in page at once: it signs out every device.",
    ...passkeysListed(data, locale),
  ]);
}

function emailChanged(data: EmailOf<"email-changed">): Template {
  return personal(data, "Your email address was changed", NOTHING_TO_DO, [
    `Your account now uses ${data.newEmail}. This address receives no more mail from us.`,
    ...(data.link
      ? [
          "If this was not you, undo the change. That also signs out every device.",
          { button: "Undo the change", href: data.link },
          { note: "The link works for 7 days. If it was you, there is nothing to do." },
        ]
      : ["If this was not you, answer this email."]),
  ]);
}

function accountLeaving(data: EmailOf<"account-leaving">, locale: Locale): Template {
  return personal(
    data,
    `Your account will be deleted on ${longDay(data.goesOn, locale)}`,
    "Signing in before then keeps it.",
    [
      data.byAdministrator
        ? `An administrator is deleting your account. It will be gone on ${longDay(data.goesOn, locale)}, with everything in your budget.`
        : `As you asked, your account will be deleted on ${longDay(data.goesOn, locale)}, with everything in your budget.`,
      "If you want to keep it, sign in before then.",
      { button: "Keep my account", href: data.link },
      ...(data.endShares
        ? [
            "Until then, whoever you share with can open your budget. You can end that now, without signing in.",
            { button: "End all my shares", href: data.endShares },
          ]
        : []),
    ],
  );
}

function accountKept(data: EmailOf<"account-kept">): Template {
  return personal(data, "Your account will not be deleted", "You signed in, so everything stays as it was.", [
    "You signed in, so your account is not deleted. Everything is as it was.",
    "If this was not you, use “Forgot password” on the sign-in page at once.",
  ]);
}

function newSignIn(data: EmailOf<"new-sign-in">, locale: Locale): Template {
  const { at, timeZone, links } = data;
  const { network } = data.device;
  return personal(
    data,
    `New sign-in: ${nameInSubject(browserText(data.device), "another browser")}`,
    NOTHING_TO_DO,
    [
      "Somebody signed in to your account from a new network or browser.",
      {
        rows: [
          row("When", timeText(at, timeZone, locale), { detail: timeZone.replaceAll("_", " ") }),
          row("Browser", browserText(data.device)),
          row("Network", network ?? "Unknown network"),
        ],
      },
      NOTHING_TO_DO,
      "If it was not, choose a new password at once: it signs out every device. Settings lists the devices that are signed in now.",
      { button: "Choose a new password", href: links.newPassword },
      { button: "See your devices", href: links.devices },
    ],
  );
}

function securityEvent(data: EmailOf<"security">): Template {
  return personal(
    data,
    data.event ? securityTitle(data.event) : "A change in signing in to your account",
    NOTHING_TO_DO,
    [data.text, ...whatToDo(data.links)],
  );
}

function securitySummary(data: EmailOf<"security-summary">, locale: Locale): Template {
  const { lines, more, timeZone } = data;
  return personal(
    data,
    `${pluralize(lines.length + more, "more change")} in signing in to your account`,
    NOTHING_TO_DO,
    [
      "These happened within an hour of the last mail about your account.",
      { rows: lines.map(({ text, at }) => row(text, "", { detail: timeText(at, timeZone, locale) })) },
      ...andMore(more, "They are under the bell in Coffer."),
      ...whatToDo(data.links),
    ],
  );
}

function newAdministrator(data: EmailOf<"new-administrator">): Template {
  const { person, link } = data;
  const by = data.byName === null ? "The operator of Coffer" : nameInText(data.byName);
  const [title, made] = person
    ? [
        `${nameInSubject(person.name)} is now an administrator`,
        `${by} made ${nameInText(person.name)} (${person.email}) an administrator of Coffer.`,
      ]
    : ["You are now an administrator", `${by} made you an administrator of Coffer.`];
  return personal(data, title, `${by} gave the rights.`, [
    made,
    "Administrators see everybody's name and address, write to all, and appoint others. If this is not right, revoke the rights.",
    { button: "See the administrators", href: link },
  ]);
}

function noticeSummary(data: EmailOf<"notice-summary">): Template {
  return personal(
    data,
    `${pluralize(data.lines.length + data.more, "more notification")} from Coffer`,
    "Several notifications in one mail.",
    [
      ...data.lines.map(({ text, link }) => ({ paragraph: text, ...(link !== null && { href: link }) })),
      ...andMore(data.more, "They are under the bell in Coffer."),
      { button: "Open Coffer", href: data.lines[0]?.link ?? data.links.settings },
    ],
    mailedAtOnce(data.links),
  );
}

function notice(data: EmailOf<"notice">): Template {
  // The subject holds no amounts: it shows on locked screens.
  return personal(
    data,
    data.subject ?? NOTIFICATION_LABELS[data.about],
    "Open Coffer to see the details.",
    [
      { paragraph: data.text, href: data.link },
      { button: "Open Coffer", href: data.link },
    ],
    mailedAtOnce(data.links),
  );
}

/** Passkeys survive a password change, so the mail lists them. */
function passkeysListed(
  { passkeys, timeZone = "UTC", link }: EmailOf<"password-changed">,
  locale: Locale,
): Block[] {
  if (passkeys.length === 0) return [];
  const rows = passkeys.map(({ name, createdAt, device }) =>
    row(nameInText(name), "", {
      detail: `Added ${timeText(createdAt, timeZone, locale)} · ${placeText(device)}`,
    }),
  );
  const what = passkeys.some(({ suspended }) => suspended)
    ? "These passkeys do not sign in until you keep them in Settings. Remove those that you do not recognize."
    : "These passkeys still sign in to your account. In Settings, remove those that you do not recognize.";
  return [
    { heading: "Passkeys of your account" },
    { paragraph: what },
    { rows },
    ...(link === undefined ? [] : [{ button: "Look through them", href: link }]),
  ];
}

/** "Firefox on Linux, network 203.0.113.0/24" */
const placeText = (device: Device): string =>
  `${browserText(device)}, network ${device.network ?? "unknown"}`;

/** "Firefox on Linux" */
const browserText = ({ browser, system }: Device): string =>
  [browser ?? "Unknown browser", system].filter(Boolean).join(" on ");

const whatToDo = (links: { settings: string; newPassword: string }) => [
  `${NOTHING_TO_DO} If it was not, choose a new password at once: it signs out every device. Then look through Security and sharing in Settings.`,
  { button: "Choose a new password", href: links.newPassword },
  { button: "Open Settings", href: links.settings },
];

const andMore = (more: number, where: string): Block[] =>
  more > 0 ? [{ note: `And ${more} more. ${where}` }] : [];

const mailedAtOnce = (links: { settings: string; unsubscribe: string }): Footer => ({
  reason: "You receive this because your settings say that notifications are mailed at once.",
  links: [
    { label: "Choose what you are told", href: links.settings },
    { label: "Unsubscribe", href: links.unsubscribe },
  ],
});

/** "Nov 21, 2026, 10:00 AM", or "21 Nov 2026, 10:00" */
const timeText = (at: number, timeZone: string, { dates }: Locale): string =>
  new Date(at).toLocaleString(dates, { dateStyle: "medium", timeStyle: "short", timeZone });

/** "November 28, 2026", or "28 November 2026" */
const longDay = (day: Day, { dates }: Locale): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dates, { dateStyle: "long", timeZone: "UTC" });

const MAY: Record<Permission, string> = {
  view_only: "You can look at it, and change nothing.",
  edit_transactions: "You can look at it, and add and change transactions.",
  edit_categories: "You can look at it, and change transactions, categories and budgets.",
  full_access: "You can look at it, and change everything in it.",
  member: "It is yours as much as theirs: you can change everything in it, and share it.",
};

export function sharingEmail(data: EmailOf<"invitation" | "budget-shared" | "budget-gone">): Template {
  const { ledgerName } = data;
  const ownerName = nameInText(data.ownerName);
  if (data.kind === "budget-gone") {
    const theirs = `${nameInSubject(ownerName)}'s budget`;
    return personal(data, `${ledgerInSubject(ledgerName, theirs)} is gone`, "Their account was deleted.", [
      `${ownerName} had shared ${ledgerInText(ledgerName, "budget")} with you. Their account was deleted, and the budget with it.`,
      "Your own budget is as it was.",
    ]);
  }
  const { ownerEmail, link } = data;
  const may = MAY[data.permission];
  // Anybody can choose a name; the sender's verified address identifies them.
  const sender = ownerEmail === "" ? ownerName : `${ownerName} (${ownerEmail})`;
  if (data.kind === "budget-shared")
    return personal(
      data,
      `${nameInSubject(ownerName)} shared ${ledgerInSubject(ledgerName, "a budget")} with you`,
      may,
      [
        `${sender} shared ${ledgerInText(ledgerName, "budget")} with you: you can open it now. ${may}`,
        ...(data.note ? [{ quote: data.note }] : []),
        { button: "Open the budget", href: link },
        {
          note: "It is in the budget switcher at the top of every screen. You can leave the budget in Settings at any time.",
        },
      ],
      { reason: "You receive this because a budget was shared with your Coffer account.", links: [] },
    );
  return {
    subject: `${nameInSubject(ownerName)} invites you to ${ledgerInSubject(ledgerName, "a budget")}`,
    preview: may,
    title: `${ownerName} invites you to ${ledgerInSubject(ledgerName, "a budget")}`,
    blocks: [
      {
        paragraph: `${sender} would like to share ${ledgerInText(ledgerName, "household budget")} with you on Coffer. ${may}`,
      },
      { button: "Accept the invitation", href: link },
      { note: "The link works once, for 7 days, and asks you to sign in or to create a free account." },
    ],
    footer: { reason: `You receive this because ${ownerName} gave this address to Coffer.`, links: [] },
  };
}
