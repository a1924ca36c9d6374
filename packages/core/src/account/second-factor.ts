import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env } from "../env.ts";
import { found, invalid, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type Account, accountChanged, type SecurityWrites, securityWrites } from "./account-store.ts";
import { hashOf } from "./links.ts";
import type { SecondFactor } from "./sign-in-stores.ts";
import { createThrottles } from "./throttles.ts";
import { newSecret, randomBase32, stepOfCode, totpUri } from "./totp.ts";

const RECOVERY_CODES = 10;
/** The person hears of it by mail, and a sign-in with a code ends it. */
const REMOVAL_DELAY_MS = 3 * DAY_MS;

/** Letters that nobody confuses, 80 bits in four groups: no salt or slow hash is needed. */
const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () => randomBase32(4).toLowerCase()).join("-");
const recoveryHash = (code: string): string => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ""));

export function createSecondFactor(
  stores: Pick<Stores, "secondFactors" | "users" | "throttles">,
  env: Pick<Env, "clock" | "ids" | "origin" | "throttle" | "securityLog">,
) {
  const { clock, securityLog } = env;
  const throttles = createThrottles(stores, env);

  type Change = { after: SecondFactor | null; writes?: SecurityWrites };
  const change = (id: Id, make: (before: SecondFactor | undefined, account: Account) => Change) =>
    retryOnConflict(async () => {
      const [before, account] = await Promise.all([stores.secondFactors.get(id), stores.users.account(id)]);
      const { after, writes } = make(before, found(account, "User"));
      const saved = await stores.secondFactors.save(id, before, after, writes);
      return saved ? { saved: after } : "changed";
    }, accountChanged);

  return {
    async status({ user }: Caller) {
      const factor = await stores.secondFactors.get(user.id);
      const on = factor?.confirmed ?? false;
      return { on, recoveryCodes: on ? (factor?.recovery.length ?? 0) : 0, goesAt: factor?.goesAt ?? null };
    },

    /** The address that an authenticator app reads. Nothing is asked for until a code of it was given. */
    async begin(caller: Caller): Promise<string> {
      requireRecentPassword(caller, clock());
      const secret = newSecret();
      await change(caller.user.id, (before) => {
        if (before?.confirmed) throw alreadyOn();
        const blank = { confirmed: false, lastStep: 0, recovery: [], goesAt: null };
        return { after: { ...blank, secret, revision: (before?.revision ?? 0) + 1 } };
      });
      return totpUri(secret, caller.user.email);
    },

    /** Turns the codes on by one of them; the recovery codes, which are told once. */
    async confirm(caller: Caller, code: string): Promise<string[]> {
      requireRecentPassword(caller, clock());
      const { id } = caller.user;
      await throttles.take("second-factor", `${id}#${caller.session.id}`);
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await change(id, (before, account) => {
        if (!before) throw invalid("code", "Begin again: there is nothing to confirm");
        if (before.confirmed) throw alreadyOn();
        const lastStep = stepOfCode(before.secret, code, clock(), before.lastStep);
        if (lastStep === undefined) throw invalid("code", WRONG);
        const recovery = codes.map(recoveryHash);
        const after = { ...before, confirmed: true, lastStep, recovery, revision: before.revision + 1 };
        return { after, writes: securityWrites(env, account, "codes-on") };
      });
      securityLog({ event: "second-factor-added", userId: id, kind: "codes" });
      return codes;
    },

    async remove(caller: Caller): Promise<void> {
      requireRecentPassword(caller, clock());
      const { id } = caller.user;
      await change(id, (before, account) =>
        before?.confirmed
          ? { after: null, writes: securityWrites(env, account, "codes-off") }
          : { after: null },
      );
      securityLog({ event: "second-factor-removed", userId: id, targetId: id, kind: "codes" });
    },

    /** Takes a lost phone's codes away in three days; again, nothing changes. When, in milliseconds. */
    async removeOf(caller: Caller, id: Id): Promise<number> {
      requireRecentPassword(caller, clock());
      const goesAt = clock() + REMOVAL_DELAY_MS;
      const { saved } = await change(id, (before, account) => {
        if (!before?.confirmed) throw new Refusal("notFound", "This person has no sign-in codes");
        if (before.goesAt !== null) return { after: before };
        const after = { ...before, goesAt, revision: before.revision + 1 };
        return { after, writes: securityWrites(env, account, "codes-going") };
      });
      if (saved?.goesAt === goesAt)
        securityLog({ event: "second-factor-removed", userId: caller.user.id, targetId: id, kind: "codes" });
      return saved?.goesAt ?? goesAt;
    },

    /**
     * Refuses (unauthenticated, "second-factor") without a good code; one keeps codes that were to be removed. `knownPlace`
     * names the network or device where the account knows it.
     */
    async check(
      { user: { id } }: Account,
      code: string | undefined,
      knownPlace: () => Promise<string | null>,
    ): Promise<void> {
      const factor = await stores.secondFactors.get(id);
      const now = clock();
      if (!factor?.confirmed) return;
      if (factor.goesAt !== null && factor.goesAt <= now) {
        await stores.secondFactors.save(id, factor, null);
        return;
      }
      if (code === undefined) throw needed("Enter the code that your authenticator app shows.");
      // What others fail with elsewhere does not hold up a network or device that the account was used from.
      const place = await knownPlace();
      await throttles.take("second-factor", place === null ? String(id) : `${id}#${place}`);
      await change(id, (before, account) => {
        if (!before) return { after: null };
        const kept = { ...before, goesAt: null, revision: before.revision + 1 };
        const lastStep = stepOfCode(before.secret, code.replace(/\s/g, ""), now, before.lastStep);
        if (lastStep !== undefined) return { after: { ...kept, lastStep } };
        const recovery = before.recovery.filter((hash) => hash !== recoveryHash(code));
        if (recovery.length === before.recovery.length) throw wrongCode(id);
        return {
          after: { ...kept, recovery },
          writes: securityWrites(env, account, "recovery-code-used", String(recovery.length)),
        };
      });
    },
  };

  function wrongCode(userId: Id): Refusal {
    securityLog({ event: "sign-in-failed", userId });
    return needed(WRONG);
  }
}

export async function endPasskeysOf(
  { passkeys }: Pick<Stores, "passkeys">,
  { securityLog }: Pick<Env, "securityLog">,
  userId: Id,
): Promise<void> {
  for (const { id } of await passkeys.list(userId))
    if (await passkeys.remove(userId, id))
      securityLog({ event: "second-factor-removed", userId, targetId: userId, kind: "passkey" });
}

/** Ends what somebody else may have added, once no session of theirs can add another. */
export async function endOtherWaysIn(
  { passkeys, secondFactors }: Pick<Stores, "passkeys" | "secondFactors">,
  env: Pick<Env, "securityLog">,
  userId: Id,
): Promise<void> {
  await endPasskeysOf({ passkeys }, env, userId);
  const factor = await secondFactors.get(userId);
  if (factor) await secondFactors.save(userId, factor, null);
}

const WRONG = "This code is not right, or was used before. Enter the next one.";
const needed = (message: string) => new Refusal("unauthenticated", message, { code: "second-factor" });
const alreadyOn = () => new Refusal("conflict", "Sign-in codes are on already");
