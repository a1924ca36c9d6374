import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { type Caller, requireRecentPassword } from "../access.ts";
import { newUnsubscribeSecret } from "../account/links.ts";
import { expectedRecipients } from "../admin/admin.ts";
import type { Recipient } from "../admin/admin-store.ts";
import type { Env } from "../env.ts";
import { created, type IdempotencyKey } from "../idempotency.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import { runLimit } from "../pages.ts";
import { found, notFound, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

type CampaignDraft = { subject: string; html: string; to: "all" | "me" | Id };

const SUPPRESSED = {
  bounce: "cannot be reached at that address",
  complaint: "reported our mail as unwanted",
} as const;

/** Bytes with markup: an item of the table holds 400 KB, less some room for its other attributes. */
const LARGEST_MAIL = 350_000;

/** Administrators' mail. Everybody gets it once: a job's id has campaign and user, and the cursor moves in its write. */
export function createCampaigns(
  stores: Pick<Stores, "campaigns" | "admin" | "users" | "suppression">,
  env: Pick<Env, "clock" | "ids" | "securityLog">,
) {
  const { clock, ids, securityLog } = env;
  const jobFor = (campaignId: Id, { id, email: to }: Recipient): EmailJob =>
    emailJob(env, { kind: "announcement", to, campaignId }, id, `campaign-${campaignId}-${id}`);

  const progress = async (id: Id) => {
    const [campaign, counts] = await Promise.all([stores.campaigns.get(id), stores.campaigns.counts(id)]);
    if (!campaign || !counts) throw notFound("Email");
    const { sent, suppressed, failed, queued, expected, fannedOut } = counts;
    const total = fannedOut ? queued : Math.max(queued, expected);
    const done = fannedOut && sent + suppressed + failed === queued;
    return { id, subject: campaign.subject, total, sent, suppressed, failed, done };
  };

  async function refuseSuppressed({ id, email, firstName }: User): Promise<void> {
    const [reason, { unsubscribed }] = await Promise.all([
      stores.suppression.reasonFor(email),
      stores.suppression.bulkMail(id, newUnsubscribeSecret()),
    ]);
    const why = unsubscribed ? "has unsubscribed" : reason && SUPPRESSED[reason];
    if (why) throw new Refusal("conflict", `Nothing was sent: ${firstName} ${why}.`);
  }

  async function recipientOf(to: CampaignDraft["to"], admin: User): Promise<User | null> {
    if (to === "all") return null;
    if (to === "me") return admin;
    const user = found(await stores.users.get(to), "User");
    await refuseSuppressed(user);
    return user;
  }

  return {
    progress,

    /** Queues the mail; nothing is sent within the request. */
    async start(caller: Caller, { subject, html, to }: CampaignDraft, idempotencyKey?: IdempotencyKey) {
      const admin = caller.user;
      if (to !== "me") requireRecentPassword(caller, clock());
      refuseTooLarge(subject + html);
      const recipient = await recipientOf(to, admin);
      const id = ids();
      const campaign = { id, subject, html, toAll: to === "all", test: to === "me", createdAt: clock() };
      const jobs = recipient ? [jobFor(id, recipient)] : [];
      const expected = recipient ? 1 : await expectedRecipients(stores.admin);
      const queued = created(await stores.campaigns.add(campaign, admin.id, jobs, expected, idempotencyKey));
      if (queued.id === id) {
        const logged = typeof to === "number" ? "one" : to;
        securityLog({ event: "mass-mail", userId: admin.id, campaignId: id, to: logged });
      }
      return progress(queued.id);
    },

    /** Finds the recipients of mail to all in pages, from where the last run stopped. Returns how many it queued. */
    async fanOut({ isOver } = runLimit(clock)): Promise<number> {
      let count = 0;
      for (const campaign of await stores.campaigns.unfinished()) {
        let cursor = campaign.cursor;
        do {
          const { recipients, next } = await stores.campaigns.recipients(cursor);
          const jobs = recipients.map((recipient) => jobFor(campaign.id, recipient));
          await stores.campaigns.advance(campaign.id, cursor, next, jobs);
          count += recipients.length;
          cursor = next;
          if (isOver()) return count;
        } while (cursor !== undefined);
      }
      return count;
    },
  };
}

function refuseTooLarge(mail: string): void {
  const size = new TextEncoder().encode(mail).length;
  if (size <= LARGEST_MAIL) return;
  throw new Refusal(
    "tooLarge",
    `This email has ${Math.ceil(size / 1000)} KB. At most ${LARGEST_MAIL / 1000} KB can be sent.`,
  );
}
