import type { EmailData } from "@coffer/core/mail/email";
import { EMAIL_KINDS } from "@coffer/core/mail/email-kinds";
import { describe, expect, test } from "vitest";
import { EMAILS, FACTS } from "../../test/emails.ts";
import { renderEmail } from "./render.ts";

test("every kind of mail has an example", () => {
  const shown = Object.values(EMAILS).map(({ kind }) => kind);
  expect(Object.keys(EMAIL_KINDS).filter((kind) => !shown.some((one) => one === kind))).toEqual([]);
});

test.each(Object.entries(EMAILS))("%s renders as approved", (_name, email) => {
  const { subject, text, html } = renderEmail(email);
  expect(`${subject}\n\n${text}\n${html}`).toMatchSnapshot();
});

test.each(Object.entries(EMAILS))("the subject of %s is one line without amounts", (_name, email) => {
  expect(renderEmail(email).subject).toMatch(/^[^\p{Cc}$€£¥]{1,200}$/u);
});

test.each(Object.entries(EMAILS))("every color of %s has another in the dark", (_name, email) => {
  const { html } = renderEmail(email);
  const colored = [...html.matchAll(/<\w+ [^>]*?#[0-9a-f]{6}[^>]*>/g)].map(([tag]) => tag);
  expect(colored.length).toBeGreaterThan(5);
  expect(colored.filter((tag) => !tag.includes("class="))).toEqual([]);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
});

test("an announcement with its own colors stays light", () => {
  const html = '<p style="color:#222">Hello</p>';
  const email: EmailData = {
    kind: "announcement",
    to: "a@example.com",
    subject: "News",
    html,
    links: { unsubscribe: "" },
  };
  expect(renderEmail(email).html).not.toContain("dark");
});

test.each([
  [null, "Saturday, November 21", "Yesterday, November 20", "$1,450.00, is due"],
  ["en-GB", "Saturday, 21 November", "Yesterday, 20 November", "US$1,450.00, is due"],
  ["de-DE", "Saturday, 21 November", "Yesterday, 20 November", "1.450,00\u00a0$, is due"],
])("a summary has the formats of %s", (language, subject, heading, amount) => {
  const links = {
    dashboard: "https://budget.example/",
    settings: "https://budget.example/",
    unsubscribe: "",
  };
  const facts = { ...FACTS, notices: [{ text: "Rent, $1,450.00, is due tomorrow.", link: "/" }] };
  const email: EmailData = { kind: "digest", to: "a@example.com", facts, links };
  const written = renderEmail(email, language);
  expect(written.subject).toContain(subject);
  expect(written.text).toContain(heading.toUpperCase());
  expect(written.text).toContain(amount);
  expect(renderEmail(email).subject).toContain("November 21");
});

test("no name reverses the amounts behind it", () => {
  const links = { dashboard: "https://budget.example/", settings: "", unsubscribe: "" };
  const facts = { ...FACTS, notices: [{ text: "\u202eRent\u2067, $1,450.00, is due tomorrow.", link: "/" }] };
  const { html, text } = renderEmail({ kind: "digest", to: "a@example.com", facts, links });
  expect(`${html}${text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(text).toContain("Rent, $1,450.00, is due tomorrow.");
});

const HOSTILE = 'Eve"><script>alert(1)</script>\r\nBcc: all@example.com';
const HOSTILE_EMAILS: EmailData[] = [
  { kind: "verify-email", to: "a@example.com", firstName: HOSTILE, link: "https://budget.example/x" },
  { kind: "reset-password", to: "a@example.com", firstName: HOSTILE, link: "https://budget.example/x" },
  { kind: "password-changed", to: "a@example.com", firstName: HOSTILE, passkeys: [] },
  { kind: "email-changed", to: "a@example.com", firstName: HOSTILE, newEmail: HOSTILE, link: null },
  {
    kind: "new-administrator",
    to: "a@example.com",
    firstName: HOSTILE,
    person: { name: HOSTILE, email: "eve@example.com" },
    byName: HOSTILE,
    link: "https://budget.example/admin",
  },
  {
    kind: "invitation",
    to: "a@example.com",
    ownerName: HOSTILE,
    ownerEmail: "eve@example.com",
    ledgerName: HOSTILE,
    permission: "view_only",
    link: "https://budget.example/x",
    note: HOSTILE,
  },
  {
    kind: "budget-shared",
    to: "a@example.com",
    firstName: HOSTILE,
    ownerName: HOSTILE,
    ownerEmail: "eve@example.com",
    ledgerName: HOSTILE,
    permission: "view_only",
    link: "https://budget.example/x",
    note: HOSTILE,
  },
  {
    kind: "notice",
    to: "a@example.com",
    firstName: HOSTILE,
    about: "share",
    text: HOSTILE,
    link: "https://budget.example/settings",
    links: { settings: "https://budget.example/", unsubscribe: "https://budget.example/" },
  },
  {
    kind: "digest",
    to: "a@example.com",
    links: {
      dashboard: "https://budget.example/",
      settings: "https://budget.example/",
      unsubscribe: "https://budget.example/",
    },
    facts: {
      ...FACTS,
      firstName: HOSTILE,
      home: HOSTILE,
      others: HOSTILE,
      notices: [{ text: HOSTILE, link: "/budget" }],
      yesterday: {
        ...FACTS.yesterday,
        rows: FACTS.yesterday.rows.map((row) => ({ ...row, description: HOSTILE, category: HOSTILE })),
      },
      over: FACTS.over.map((over) => ({ ...over, category: HOSTILE })),
      due: FACTS.due.map((due) => ({ ...due, name: HOSTILE })),
      goals: FACTS.goals.map((goal) => ({ ...goal, name: HOSTILE })),
    },
  },
];

describe("names and notes that people choose", () => {
  test.each(HOSTILE_EMAILS)("stay text in $kind", (email) => {
    const { subject, html } = renderEmail(email);
    expect(html).not.toMatch(/<script|Eve">/i);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

test("every amount of the daily summary opens its explanation in its budget", () => {
  const dashboard = "https://budget.example/?budget=12";
  const links = { dashboard, settings: "https://budget.example/settings", unsubscribe: "" };
  const { html } = renderEmail({ kind: "digest", to: "a@example.com", facts: FACTS, links });
  expect(html.replaceAll(/<a [^>]*>[^<]*<\/a>/g, "")).not.toMatch(/\$\d/);
  const opened = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  expect(opened).toEqual(
    expect.arrayContaining([
      "https://budget.example/?budget=12&month=2026-11&why=to-spend",
      "https://budget.example/?budget=12&month=2026-11&why=difference-5",
      "https://budget.example/transactions?budget=12&month=2026-11&q=2026-11-20&type=expense",
      "https://budget.example/?budget=12&month=2026-11&why=goal-8",
    ]),
  );
});

test("a subject loses control and direction marks", () => {
  const email: EmailData = {
    kind: "announcement",
    to: "a@example.com",
    subject: "Añejo \u202e 日本\tx",
    html: "",
    links: { unsubscribe: "" },
  };
  expect(renderEmail(email).subject).toBe("Añejo   日本 x");
});

test.each([
  ["Home", "Ana Rivera invites you to “Home”"],
  [null, "Ana Rivera invites you to a budget"],
  ["\u202e\r\n", "Ana Rivera invites you to a budget"],
  ["Call +49 30 123 456", "Ana Rivera invites you to “Call”"],
])("the subject about a budget named %j is: %s", (ledgerName, subject) => {
  const email = EMAILS.invitation;
  if (email?.kind !== "invitation") throw new Error("no invitation");
  expect(renderEmail({ ...email, ledgerName }).subject).toBe(subject);
});

describe("a name in a subject", () => {
  const subjectWith = (ownerName: string) => {
    const email = EMAILS.invitation;
    if (email?.kind !== "invitation") throw new Error("no invitation");
    return renderEmail({ ...email, ownerName }).subject;
  };
  test.each([
    ["is one line", "Ana\r\nBcc: eve@example.com", "Ana Bcc: invites you to “Home”"],
    ["has no direction marks", "\u202eanA\u200f\u2066", "anA invites you to “Home”"],
    ["has fifty characters at most", "A".repeat(90), `${"A".repeat(50)} invites you to “Home”`],
    ["has no phone number", "Bank +49 30 123 456", "Bank invites you to “Home”"],
    ["is Somebody if nothing is left", "0800 123 456", "Somebody invites you to “Home”"],
  ])("%s", (_what, name, subject) => expect(subjectWith(name)).toBe(subject));
});
