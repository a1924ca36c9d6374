import type { EmailData } from "@coffer/core/mail/email";
import type { DigestFacts } from "@coffer/domain/digest/digest";
import { cents } from "@coffer/domain/money/money";
import { day } from "../../packages/test/fixtures.ts";

/** Examples of every kind of email. */

const LINK = "https://budget.example/reset-password/6uZ4nT0uJr4wq0Wb3o2mYJ7dF1kQ9sXv5aHcLeGpTiE";

export const FACTS: DigestFacts = {
  day: day("2026-11-21"),
  firstName: "Ana",
  currency: "USD",
  balance: [{ from: 1, to: 2, amount: cents(83_20), text: "Tom owes Mara" }],
  home: null,
  others: null,
  notices: [],
  yesterday: {
    day: day("2026-11-20"),
    total: cents(12_340),
    rows: [
      { description: "Weekly shop", categoryId: 3, category: "Food", amount: cents(9_120) },
      { description: "Cinema with Ben", categoryId: 4, category: "Fun", amount: cents(3_220) },
    ],
  },
  month: {
    projected: cents(320_000),
    spent: cents(211_455),
    income: cents(410_000),
    toSpend: cents(108_545),
    perDay: cents(10_854),
    days: 10,
    until: day("2026-11-30"),
  },
  over: [
    {
      categoryId: 5,
      category: "Eating out",
      projected: cents(20_000),
      actual: cents(26_480),
      carried: cents(0),
      by: cents(6_480),
    },
  ],
  due: [
    { id: 6, name: "Rent", amount: cents(145_000), day: day("2026-11-18"), when: "Overdue" },
    { id: 7, name: "Streaming", amount: cents(1_599), day: day("2026-11-22"), when: "Tomorrow" },
  ],
  goals: [
    {
      id: 8,
      name: "Emergency fund",
      current: cents(640_000),
      target: cents(1_000_000),
      percentage: 64,
      timeLeft: "5 months",
      behind: false,
    },
    {
      id: 9,
      name: "Lisbon in spring",
      current: cents(30_000),
      target: cents(180_000),
      percentage: 17,
      timeLeft: "4 months",
      behind: true,
    },
  ],
};

const links = {
  dashboard: "https://budget.example/",
  settings: "https://budget.example/settings",
  unsubscribe: "https://budget.example/unsubscribe/7.dGhpcy1pcy1hLXNlY3JldC1vZi0zMg",
};
const ana = { to: "ana@example.com", firstName: "Ana" } as const;
const ben = { to: "ben@example.com", firstName: "Ben" } as const;
const moved = { kind: "email-changed", ...ana, to: "old@example.com", newEmail: "ana@new.example" } as const;
const leaving = {
  kind: "account-leaving",
  endShares: "https://budget.example.com/end-shares/token",
  ...ana,
  goesOn: day("2026-11-28"),
  link: "https://budget.example/auth",
} as const;
const digest = { kind: "digest", to: "ana@example.com", facts: FACTS, links } as const;
const shared = {
  to: "ben@example.com",
  ownerName: "Ana Rivera",
  ownerEmail: "ana@example.com",
  ledgerName: "Home",
  link: "https://budget.example/invitation/6uZ4nT0uJr4wq0Wb3o2mYJ7dF1kQ9sXv5aHcLeGpTiE",
  note: "Have a look before Friday?\nThanks!",
} as const;

export const EMAILS: Record<string, EmailData> = {
  "verify-email": { kind: "verify-email", ...ana, link: LINK },
  "reset-password": { kind: "reset-password", ...ana, link: LINK },
  "password-changed": { kind: "password-changed", ...ana, passkeys: [] },
  "password-changed with passkeys": {
    kind: "password-changed",
    ...ana,
    timeZone: "America/New_York",
    link: "https://budget.example/settings",
    passkeys: [
      {
        name: "Phone",
        createdAt: Date.parse("2026-11-21T15:00:00Z"),
        device: { network: "203.0.113.0/24", browser: "Firefox", system: "Linux" },
        suspended: true,
      },
      {
        name: "Key",
        createdAt: Date.parse("2026-01-02T15:00:00Z"),
        device: { network: null, browser: null, system: null },
        suspended: true,
      },
    ],
  },
  "email-changed": { ...moved, link: LINK },
  "email-changed from an unverified one": { ...moved, link: null },
  "account-leaving": { ...leaving, byAdministrator: false },
  "account-leaving by an administrator": { ...leaving, byAdministrator: true },
  "account-kept": { kind: "account-kept", ...ana },
  "new-sign-in": {
    kind: "new-sign-in",
    ...ana,
    at: Date.parse("2026-11-21T15:00:00Z"),
    timeZone: "America/New_York",
    device: { network: "203.0.113.0/24", browser: "Firefox", system: "Linux" },
    links: { devices: "https://budget.example/settings", newPassword: "https://budget.example/auth" },
  },
  security: {
    kind: "security",
    ...ana,
    event: "codes-on",
    text: "Signing in to your account now takes a code of your authenticator app.",
    links: { settings: "https://budget.example/settings", newPassword: "https://budget.example/auth" },
  },
  "security-summary": {
    kind: "security-summary",
    ...ana,
    timeZone: "America/New_York",
    lines: [
      {
        text: "The passkey “Phone” was added to your account.",
        at: Date.parse("2026-11-21T15:00:00Z"),
        link: null,
      },
      {
        text: "The passkey “Phone” was removed from your account.",
        at: Date.parse("2026-11-21T15:01:00Z"),
        link: null,
      },
    ],
    more: 7,
    links: { settings: "https://budget.example/settings", newPassword: "https://budget.example/auth" },
  },
  "new-administrator": {
    kind: "new-administrator",
    ...ana,
    person: { name: "Ben Rivera", email: "ben@example.com" },
    byName: "Cleo Stone",
    link: "https://budget.example/admin",
  },
  "new-administrator, to themselves, by an operator": {
    kind: "new-administrator",
    ...ben,
    person: null,
    byName: null,
    link: "https://budget.example/admin",
  },
  "budget-gone": { kind: "budget-gone", ...ben, ownerName: "Ana Rivera", ledgerName: "Home" },
  invitation: { kind: "invitation", permission: "view_only", ...shared },
  "budget-shared": {
    kind: "budget-shared",
    firstName: "Ben",
    permission: "full_access",
    ...shared,
    note: null,
  },
  digest,
  "digest of a shared home": {
    ...digest,
    facts: {
      ...FACTS,
      home: "Ben's budget",
      others: "Ben entered 4 transactions and raised Dining out by $50.00",
      notices: [
        { text: "Rent, $1,450.00, is due tomorrow.", link: "/subscriptions?why=subscription-5" },
        {
          text: "Food is $12.50 over its plan for November 2026.",
          link: "/budget?month=2026-11&why=3",
        },
      ],
    },
  },
  "digest of a week": {
    ...digest,
    facts: {
      ...FACTS,
      letter: {
        frequency: "weekly",
        from: day("2026-11-14"),
        to: day("2026-11-20"),
        came: cents(2_400_00),
        went: cents(612_50),
        categories: [
          { categoryId: 3, name: "Food", amount: cents(412_50) },
          { categoryId: 4, name: "Dining out", amount: cents(200_00) },
        ],
        plan: null,
        lowest: { date: day("2027-01-24"), amount: cents(212_00) },
        worth: [
          { text: "Food is $12.50 over its plan.", why: "available-3" },
          { text: "On Jan 14, $40.00 will be missing.", why: null },
        ],
      },
    },
  },
  "digest over plan": {
    ...digest,
    facts: {
      ...FACTS,
      month: { ...FACTS.month, spent: cents(334_500), toSpend: cents(-14_500), perDay: cents(0) },
    },
  },
  "digest of a new user in yen": {
    ...digest,
    kind: "digest-preview",
    facts: {
      ...FACTS,
      currency: "JPY",
      yesterday: { ...FACTS.yesterday, total: cents(0), rows: [] },
      month: {
        ...FACTS.month,
        projected: cents(0),
        spent: cents(0),
        toSpend: cents(0),
        perDay: cents(0),
      },
      over: [],
      due: [],
      goals: [],
    },
  },
  notice: {
    kind: "notice",
    ...ana,
    about: "near-plan",
    text: "Groceries has used 80% of its plan for November 2026: $320.00 of $400.00.",
    link: "https://budget.example/budget?month=2026-11",
    links: { settings: links.settings, unsubscribe: links.unsubscribe },
  },
  "notice-summary": {
    kind: "notice-summary",
    ...ana,
    lines: [
      {
        text: "Groceries has used 80% of its plan for November 2026: $320.00 of $400.00.",
        at: Date.parse("2026-11-21T15:00:00Z"),
        link: "https://budget.example/budget?month=2026-11",
      },
      { text: "Ben Rivera has left your budget.", at: Date.parse("2026-11-21T15:02:00Z"), link: null },
    ],
    more: 0,
    links: { settings: links.settings, unsubscribe: links.unsubscribe },
  },
  announcement: {
    kind: "announcement",
    to: "ana@example.com",
    subject: "Your October 2026 with Coffer",
    html: '<h1>Your October 2026</h1><p>Hello Ana &amp; family, this is <a href="https://budget.example/">how it went</a>.</p><table><tr><td>Income</td><td align="right"><strong>$4,100.00</strong></td></tr></table><ul><li>One</li><li>Two</li></ul>',
    links: { unsubscribe: links.unsubscribe },
  },
};
