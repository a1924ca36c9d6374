import type { Device } from "@coffer/domain/account/definition";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";
import type { ThrottleStore } from "../account/sign-in-stores.ts";
import {
  createThrottles,
  type Limit,
  mailboxWithoutTag,
  ofNetworks,
  SLICES,
  type Taking,
  total,
} from "../account/throttles.ts";
import type { Env } from "../env.ts";
import { EMAIL_KINDS, jobId } from "./email-kinds.ts";
import type { Claim, EmailJob, Gathering } from "./outbox.ts";

/** The default number of mails per hour to unverified addresses. */
export const UNPROVEN_MAIL_PER_HOUR = 300;
/** The fraction of these that one network may cause. */
const NETWORK_PART = 0.03;
const LEAST_OF_A_NETWORK = 2;

const limit = (name: string, times: number, within: number): Limit => ({ name, times, within });
const MAILBOX = limit("mailbox", 10, HOUR_MS);
const MAILBOX_DAY = limit("mailbox-day", 15, DAY_MS);
const MAILBOX_SLOW = limit("mailbox-slow", 1, HOUR_MS);
const NETWORK = limit("mail-network", 25, HOUR_MS);
const NETWORK_DAY = limit("mail-network-day", 60, DAY_MS);
const NETWORK_SLOW = limit("mail-network-slow", 3, HOUR_MS);
/** Infinite limits: they only count, for the bounce rate. */
const UNPROVEN_DAY = limit("unproven-mail-day", Number.POSITIVE_INFINITY, DAY_MS);
const BOUNCED = limit("unproven-mail-bounced", Number.POSITIVE_INFINITY, DAY_MS);
const STAGE = "stage";

/** Mail services review a sender at 5% of bounces. Fewer than `LEAST_BOUNCES` are not significant. */
const MOST_BOUNCES = 0.04;
const LEAST_BOUNCES = 10;

const SECURITY = limit("security-mail", 1, HOUR_MS);
const NOTICES = limit("notice-mail", 5, HOUR_MS);

/** Only one mail with a link waits per mailbox and kind. That suffices, as its link is made when it is sent. */
const WAITING_LINK = {
  "verify-email": limit("waiting-link", 1, DAY_MS),
  "reset-password": limit("waiting-link", 1, HOUR_MS),
};

type Waits = { waitMs: number; why: "mailbox" | "network" | "stage" | "bounces" };
/** "covered": a mail that already waits says the same. */
export type Verdict = "leaves" | "covered" | Waits | Gathering;

/**
 * Rate limits for all mail, applied when it is sent (docs/decisions/036-limits-on-mail.md). Nothing is lost: mail
 * over a limit waits, and repeated mail is gathered in one summary an hour.
 */
export function createMailGate(
  stores: { throttles: ThrottleStore },
  env: Pick<Env, "clock" | "throttle"> & { unprovenMailPerHour?: number | undefined },
) {
  const { clock, throttle, unprovenMailPerHour = UNPROVEN_MAIL_PER_HOUR } = env;
  const { takeAll } = createThrottles(stores, env);
  const budget = limit("unproven-mail", unprovenMailPerHour, HOUR_MS);
  const ofNetwork = Math.max(LEAST_OF_A_NETWORK, Math.round(unprovenMailPerHour * NETWORK_PART));
  const part = limit("unproven-mail-network", ofNetwork, HOUR_MS);

  async function bouncesTooOften(): Promise<boolean> {
    if (!throttle) return false;
    const now = clock();
    const counted = async ({ name, within }: Limit) =>
      total(await stores.throttles.counts(`${name}#${STAGE}`, now - within, now));
    const bounced = await counted(BOUNCED);
    return bounced >= LEAST_BOUNCES && bounced > MOST_BOUNCES * (await counted(UNPROVEN_DAY));
  }

  function takingsFor({ mail, networks = [] }: EmailJob, to: string, isProven: boolean): Taking[] {
    const { lane } = EMAIL_KINDS[mail.kind];
    if (lane === "bulk") return isProven ? [] : [{ limit: UNPROVEN_DAY, who: STAGE }];
    // Mail to unverified addresses is counted together, apart from the mail of accounts, which it must not delay.
    const mailbox = `${isProven ? mail.kind : "unproven"}#${mailboxWithoutTag(to)}`;
    return [
      { limit: MAILBOX, who: mailbox },
      { limit: MAILBOX_DAY, who: mailbox, beyond: MAILBOX_SLOW },
      ...ofNetworks(NETWORK, networks),
      ...ofNetworks(NETWORK_DAY, networks, NETWORK_SLOW),
      ...(isProven
        ? []
        : [
            ...ofNetworks(part, networks),
            ...[budget, UNPROVEN_DAY].map((of) => ({ limit: of, who: STAGE })),
          ]),
    ];
  }

  return {
    /** Decides whether a mail may be sent now, and counts it if so. */
    async admit({ job, waits }: Claim, to: string, isProven: boolean): Promise<Verdict> {
      const now = clock();
      if (!isProven && (await bouncesTooOften())) return { waitMs: spread(HOUR_MS, job), why: "bounces" };
      const repeated = repeats(job);
      const repetition = await takeAll(repeated ? [repeated] : []);
      if ("refused" in repetition) {
        const gathering = gatheringOf(job, now);
        if (gathering) return gathering;
      }
      const outcome = await takeAll(takingsFor(job, to, isProven));
      if (!("refused" in outcome)) return "leaves";
      if ("giveBack" in repetition) await repetition.giveBack();
      const { name } = outcome.refused.limit;
      const isStage = name === budget.name;
      const why = isStage ? "stage" : name.startsWith("mailbox") ? "mailbox" : "network";
      const { kind } = job.mail;
      if (why === "mailbox" && waits === 0 && (kind === "verify-email" || kind === "reset-password")) {
        const first = await takeAll([{ limit: WAITING_LINK[kind], who: `${kind}#${to}` }]);
        if ("refused" in first) return "covered";
      }
      return { waitMs: isStage ? spread(outcome.wait, job) : outcome.wait, why };
    },

    async noteBounce(): Promise<void> {
      await takeAll([{ limit: BOUNCED, who: STAGE }]);
    },
  };
}

/** Spreads mails that wait for the same instant. */
const spread = (wait: number, { createdAt }: EmailJob): number => wait + (createdAt % (HOUR_MS / SLICES));

/** The limit above which mails of a kind are gathered in a summary. */
function repeats({ mail, userId }: EmailJob): Taking | undefined {
  switch (mail.kind) {
    case "security":
      return { limit: SECURITY, who: `${userId}#${mail.event}` };
    case "new-sign-in":
      return { limit: SECURITY, who: `${userId}#${mail.kind}` };
    case "notice":
      return { limit: NOTICES, who: String(userId) };
    default:
      return undefined;
  }
}

/** The hour's summary that gathers a repeated mail. */
function gatheringOf({ mail, userId, createdAt: at }: EmailJob, now: number): Gathering | undefined {
  const hour = Math.floor(now / HOUR_MS);
  const queued = (summary: Gathering["job"]["mail"]): Gathering => {
    const id = jobId(summary.kind, `${summary.kind}-${userId}-${hour}`);
    return { job: { id, mail: summary, createdAt: now, userId }, dueAt: (hour + 1) * HOUR_MS };
  };
  switch (mail.kind) {
    case "security":
    case "new-sign-in": {
      const { to, firstName } = mail;
      const [line, settings] =
        mail.kind === "security"
          ? [{ text: mail.text, at, link: null }, mail.links.settings]
          : [{ text: signInText(mail.device), at: mail.at, link: null }, mail.links.devices];
      const links = { settings, newPassword: mail.links.newPassword };
      return queued({ kind: "security-summary", to, firstName, lines: [line], more: 0, links });
    }
    case "notice": {
      const { to, firstName, text, link } = mail;
      return queued({ kind: "notice-summary", to, firstName, lines: [{ text, at, link }], more: 0 });
    }
    default:
      return undefined;
  }
}

function signInText({ network, browser, system }: Device): string {
  const from = [browser ?? "an unknown browser", system].filter(Boolean).join(" on ");
  return `Somebody signed in to your account from ${from}, network ${network ?? "unknown"}.`;
}
