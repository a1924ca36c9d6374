import { inBatches } from "@coffer/domain/batches";
import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import type { Env } from "../env.ts";
import { runLimit } from "../pages.ts";
import { Refusal } from "../refusal.ts";
import {
  AddressRefused,
  type EmailData,
  HeldBack,
  type Mailer,
  type RenderedEmail,
  Undeliverable,
} from "./email.ts";
import { EMAIL_KINDS, type EmailKind, LANES, type Lane, laneOf } from "./email-kinds.ts";
import { createMailGate, type Verdict } from "./gate.ts";
import type { Claim, EmailJob } from "./outbox.ts";
import type { createEmailResolver } from "./resolve-email.ts";

/** A worker's claim on a mail expires after this time, and another worker may try. */
export const LEASE_MS = 2 * MINUTE_MS;
/** Attempts over about two days: 1, 2, 4 … minutes apart, then every six hours. */
export const MAX_ATTEMPTS = 16;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
const LONGEST_HOLD_MS = HOUR_MS;
/** Each attempt backs off for up to about three seconds in the store; all of them end before the lease does. */
const MARK_TRIES = 20;
const AT_ONCE = 8;

/** The most lines of a summary; further ones are only counted. */
const MOST_LINES = 20;
/** How long a mail waits whose summary is being sent: the next summary is queued by then. */
const GATHER_AGAIN_MS = MINUTE_MS;

type DeliveryStores = Parameters<typeof createEmailResolver>[0] & Parameters<typeof createMailGate>[0];

type DeliveryEnv = Pick<Env, "clock" | "origin"> & {
  throttle?: boolean;
  /** See createMailGate. */
  unprovenMailPerHour?: number | undefined;
  mailer: Mailer;
  /** True if the mail service accepts more mail of a lane today; always true if omitted. */
  hasRoom?: (lane: Lane) => Promise<boolean>;
  /** Called for each mail that waits because too much goes to unverified addresses, or too much of it bounces. */
  onHeld?: (why: "stage" | "bounces") => void;
  /** Called for each mail that is given up, unless its address does not exist. */
  onGivenUp?: (kind: EmailKind) => void;
  renderEmail: (data: EmailData, language: string | null) => RenderedEmail | Promise<RenderedEmail>;
};

export type Delivered = "sent" | "suppressed" | "postponed" | "waiting" | "gathered" | "failed" | "not due";
export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Sends the outbox: claim, pass the gate, send, mark as sent. If a worker dies, its lease ends and another one retries,
 * so a mail is sent twice only if a crash falls between the mail server's answer and the mark
 * (docs/decisions/011-outbox.md).
 */
export function createDelivery(stores: DeliveryStores, env: DeliveryEnv) {
  const { clock, mailer, renderEmail, throttle = true, hasRoom = async () => true } = env;
  const gate = createMailGate(stores, { ...env, throttle });
  // Loaded with the first mail: most runs find none.
  const resolveEmail = async (job: EmailJob) =>
    (await import("./resolve-email.ts")).createEmailResolver(stores, env)(job);

  async function deliver(id: string): Promise<Delivered> {
    const lane = laneOf(id);
    if (lane && !(await hasRoom(lane))) return "not due";
    const now = clock();
    const claim = await stores.outbox.claim(id, now, now + LEASE_MS);
    if (!claim) return "not due";
    const { job } = claim;
    let subject = "";
    let isUnproven = false;
    try {
      const addressed = await resolveEmail(job);
      if (!addressed || (await isUnwanted(job.mail.kind, addressed))) return drop(claim);
      const { to, isProven, language, compose } = addressed;
      isUnproven = !isProven;
      const verdict = claim.isAdmitted ? "leaves" : await gate.admit(claim, to, isProven);
      if (verdict !== "leaves") return hold(claim, verdict);
      const resolved = await compose();
      if (!resolved) return drop(claim);
      const rendered = await renderEmail(resolved.data, language);
      subject = rendered.subject;
      await mailer.send({ id, to, isUnproven, headers: resolved.headers, ...rendered });
    } catch (error) {
      return failure(claim, { subject, isUnproven }, error);
    }
    await mark(claim);
    return "sent";
  }

  async function drop(claim: Claim): Promise<Delivered> {
    await stores.outbox.done(claim, "suppressed", clock());
    return "suppressed";
  }

  /**
   * A bounced address gets nothing; one that complained gets only mail about its own account; an unverified one gets only
   * mail that may reach anybody.
   */
  async function isUnwanted(kind: EmailKind, { to, isProven }: { to: string; isProven: boolean }) {
    const { reaches, aboutAccount } = EMAIL_KINDS[kind];
    if (reaches === "proven" && !isProven) return true;
    const reason = await stores.suppression.reasonFor(to);
    return reason === "bounce" || (reason === "complaint" && !aboutAccount);
  }

  async function hold(claim: Claim, verdict: Exclude<Verdict, "leaves">): Promise<Delivered> {
    if (verdict === "covered") {
      await stores.outbox.done(claim, "gathered", clock());
      return "gathered";
    }
    if ("waitMs" in verdict) {
      if (verdict.why === "stage" || verdict.why === "bounces") env.onHeld?.(verdict.why);
      await stores.outbox.wait(claim, clock() + verdict.waitMs);
      return "waiting";
    }
    if (await stores.outbox.gather(claim, verdict, MOST_LINES, clock())) return "gathered";
    await stores.outbox.wait(claim, clock() + GATHER_AGAIN_MS);
    return "waiting";
  }

  /** The mail is sent, so retries while the store is busy: unmarked, it would be sent again. */
  async function mark(claim: Claim): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        await stores.outbox.done(claim, "sent", clock());
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || tried === MARK_TRIES) throw error;
      }
    }
  }

  async function failure(
    claim: Claim,
    { subject, isUnproven }: { subject: string; isUnproven: boolean },
    error: unknown,
  ): Promise<Delivered> {
    const { mail } = claim.job;
    const title = { subject: subject || mail.kind.replace("-", " ") };
    const tried = claim.attempt - claim.waits;
    const dueWithin = (longest: number) => clock() + Math.min(longest, FIRST_PAUSE_MS * 2 ** (tried - 1));
    if (error instanceof HeldBack) {
      const held = { ...title, reason: error.message };
      await stores.outbox.holdBack(claim, dueWithin(LONGEST_HOLD_MS), held, clock());
      return "postponed";
    }
    const reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "unknown";
    if (error instanceof AddressRefused) {
      await stores.suppression.suppress(mail.to, "bounce", clock());
      if (isUnproven) await gate.noteBounce();
    }
    if (error instanceof Undeliverable || tried >= MAX_ATTEMPTS) {
      await stores.outbox.giveUp(claim, { ...title, reason }, clock());
      if (!(error instanceof AddressRefused)) env.onGivenUp?.(mail.kind);
      return "failed";
    }
    await stores.outbox.postpone(claim, dueWithin(LONGEST_PAUSE_MS), reason);
    return "postponed";
  }

  return {
    deliver,

    async sweep(lanes: readonly Lane[] = LANES, limitMs = 45_000): Promise<Record<Delivered, number>> {
      const ended = {
        ...{ sent: 0, suppressed: 0, postponed: 0, waiting: 0, gathered: 0 },
        ...{ failed: 0, "not due": 0 },
      };
      const { isOver } = runLimit(clock, undefined, limitMs);
      while (!isOver()) {
        const due = lanes.map((lane) => stores.outbox.due(lane, clock(), AT_ONCE * 8));
        const ids = (await Promise.all(due)).flat();
        let moved = false;
        for (const batch of inBatches(ids, AT_ONCE)) {
          if (isOver()) break;
          for (const outcome of await Promise.all(batch.map(deliver))) {
            ended[outcome] += 1;
            moved ||= outcome !== "not due";
          }
        }
        if (!moved) break; // nothing due, or only stale entries of the index
      }
      return ended;
    },
  };
}
