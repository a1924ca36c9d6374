import { EMAIL_KINDS, type EmailKind } from "@coffer/core/mail/email-kinds";
import { emailJob } from "@coffer/core/mail/outbox";
import { queuedEmail } from "@coffer/domain/mail/queued-email";
import { mentionsLink } from "@coffer/domain/text/link-text";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { idsInARow } from "../../packages/test/store.ts";
import { EMAILS } from "./emails.ts";
import type { Person } from "./fixtures.ts";
import { type Product, startProduct } from "./harness.ts";

// docs/decisions/036-limits-on-mail.md, for every kind of mail: each is queued with a lure in place of every word that a
// user may have chosen.

const LURE = "URGENT: call 0800 555 0199 - https://evil.example/pay";
/** Fields whose words no user chooses. */
const OURS =
  /^(?:kind|to|id|link|settings|newPassword|devices|dashboard|unsubscribe|endShares|day|goesOn|timeZone|about|event|permission)$/;
/** The sender's verified address, and the account's. */
const ADDRESSES = /^(?:ownerEmail|newEmail|email)$/;

function luring(value: unknown, key = ""): unknown {
  if (OURS.test(key)) return value;
  if (ADDRESSES.test(key)) return "sender@example.com";
  if (typeof value === "string") return LURE;
  if (Array.isArray(value)) return value.map((one) => luring(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, luring(field, name)]));
}

const KINDS = Object.keys(EMAIL_KINDS) as EmailKind[];
const ids = idsInARow(9_000_000);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

async function personCalled(name: string, verified: boolean): Promise<Person> {
  const person = await product.person({ verified });
  const account = await product.store.users.account(person.id);
  if (!account) throw new Error("nobody there");
  const user = { ...account.user, firstName: name, emailNotifications: true, notifyBy: "mail" as const };
  await product.store.users.save(account, { ...account, user }, {});
  return person;
}

/** Queues and delivers a mail of a kind. Returns the mail that was sent. */
async function sentOf(kind: EmailKind, person: Person) {
  await product.deliver();
  const example = Object.values(EMAILS).find((email) => email.kind === kind);
  if (!example) throw new Error(`no example of ${kind}`);
  const { categories, campaigns } = product.store;
  const campaignId = ids();
  const campaign = {
    id: campaignId,
    subject: "News, {{firstName}}",
    html: "<p>{{firstName}}: {{category1}}</p>",
  };
  const times = { toAll: false, test: false, createdAt: product.clock() };
  await campaigns.add({ ...campaign, ...times }, person.id, [], 1, undefined);
  expect(await categories.list(person.id)).toEqual([]);
  const to = person.email;
  const shared = { day: "2026-11-21", campaignId };
  let mail = v.parse(queuedEmail, { ...Object(luring(example)), ...shared, to });
  if (mail.kind === "verify-email") mail = { kind: "verify-email", to, firstName: LURE };
  if (mail.kind === "invitation") {
    const sender = await product.person();
    await sender.post("/api/share-budget", { email: to, permissionType: "view_only" });
    const [queued] = (await product.items("OUTBOX#")).filter(
      (item) => Object(item.mail).kind === kind && Object(item.mail).to === to,
    );
    mail = { ...mail, link: String(Object(queued?.mail).link) };
    await product.table.delete({ pk: String(queued?.pk), sk: String(queued?.sk) });
  }
  const isAboutNobody = kind === "invitation" || kind === "reset-password";
  const env = { clock: product.clock, ids };
  await product.store.outbox.add(emailJob(env, mail, isAboutNobody ? null : person.id));
  return (await product.deliver()).filter((message) => message.to === to);
}

describe.each(KINDS)("a mail of the kind %s", (kind) => {
  test("reaches an unverified address only if it may", async () => {
    const messages = await sentOf(kind, await personCalled(LURE, false));
    const { reaches } = EMAIL_KINDS[kind];
    expect(messages).toHaveLength(reaches === "anybody" ? 1 : 0);
    for (const { subject, text, html } of messages) {
      for (const written of [subject, text, html]) expect(written).not.toMatch(/evil|0800|0199/);
      expect(mentionsLink(subject)).toBe(false);
    }
  });

  test("has no link or phone number in its subject", async () => {
    const person = await personCalled(LURE, kind !== "verify-email" && kind !== "invitation");
    const messages = await sentOf(kind, person);
    expect(messages).toHaveLength(1);
    for (const { subject } of messages) {
      expect(subject).not.toMatch(/evil|0800|0199/);
      expect(mentionsLink(subject)).toBe(false);
    }
  });
});

test("only links, invitations and administrators' mail may reach any address", () => {
  expect(KINDS.filter((kind) => EMAIL_KINDS[kind].reaches === "anybody").sort()).toEqual([
    "announcement",
    "invitation",
    "reset-password",
    "verify-email",
  ]);
});
