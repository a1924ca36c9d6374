import { createHmac, randomBytes } from "node:crypto";
import { SECOND_FACTOR_REMOVAL_DAYS } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/day";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env } from "../env.ts";
import { found, invalid, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type Account, accountChanged, type SecurityWrites, securityWrites } from "./account-store.ts";
import { hashOf } from "./links.ts";
import type { SecondFactor } from "./sign-in-stores.ts";
import { createThrottles } from "./throttles.ts";

const RECOVERY_CODES = 10;
/** An administrator's removal takes effect after this time. It is mailed to the user, who cancels it by a sign-in with a code. */
const REMOVAL_DELAY_MS = SECOND_FACTOR_REMOVAL_DAYS * DAY_MS;

/** 80 random bits in four groups of letters that are hard to confuse. That many need neither a salt nor a slow hash. */
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

    /** Returns the otpauth URI for an authenticator app. Sign-in asks for no code until one was confirmed. */
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

    /** Turns the codes on with a first code. Returns the recovery codes, which are shown only once. */
    async confirm(caller: Caller, code: string): Promise<string[]> {
      requireRecentPassword(caller, clock());
      const { id } = caller.user;
      await throttles.take("second-factor", `${id}#${caller.session.id}`);
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await change(id, (before, account) => {
        if (!before) throw invalid("code", "Start again: there is nothing to confirm");
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

    /** Schedules the removal of a user's codes, and returns when (milliseconds). An earlier schedule is kept. */
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
     * Refuses (unauthenticated, "second-factor") a missing or wrong code. A right one cancels a scheduled removal.
     * `knownPlace` names the network or device if the account was used from there before; null otherwise.
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
      if (code === undefined) throw codeRequired("Enter the code that your authenticator app shows.");
      // Known networks and devices are throttled separately, so that strangers' attempts do not lock the user out.
      const place = await knownPlace();
      await throttles.take("second-factor", place === null ? String(id) : `${id}#${place}`);
      await change(id, (before, account) => {
        if (!before) return { after: null };
        const kept = { ...before, goesAt: null, revision: before.revision + 1 };
        const lastStep = stepOfCode(before.secret, code, now, before.lastStep);
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
    return codeRequired(WRONG);
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

/** Removes passkeys and codes that somebody else may have added. Call it after their sessions ended. */
export async function endOtherWaysIn(
  { passkeys, secondFactors }: Pick<Stores, "passkeys" | "secondFactors">,
  env: Pick<Env, "securityLog">,
  userId: Id,
): Promise<void> {
  await endPasskeysOf({ passkeys }, env, userId);
  const factor = await secondFactors.get(userId);
  if (factor) await secondFactors.save(userId, factor, null);
}

const WRONG = "This code is wrong or was already used. Enter the next one.";
const codeRequired = (message: string) => new Refusal("unauthenticated", message, { code: "second-factor" });
const alreadyOn = () => new Refusal("conflict", "Sign-in codes are already on");

// Time-based one-time passwords (RFC 6238), as every authenticator app reads them: SHA-1, six digits, thirty seconds.

const STEP_MS = 30_000;
const DIGITS = 6;
/** Tolerated clock difference, in steps either way. */
const SKEW = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const randomBase32 = (length: number): string =>
  Array.from(randomBytes(length), (byte) => BASE32.charAt(byte % BASE32.length)).join("");

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => randomBase32(32);

export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/Coffer:${encodeURIComponent(email)}?secret=${secret}&issuer=Coffer`;

/** The time step that a code is valid for, at an instant in milliseconds; undefined for a wrong or used code. */
export function stepOfCode(secret: string, code: string, now: number, lastStep: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  // A step in the future was used before the clock was set back; it must not lock the user out.
  const used = lastStep > current + SKEW ? 0 : lastStep;
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, index) => current - SKEW + index);
  // Authenticator apps show a space in the middle.
  const digits = code.replace(/\s/g, "");
  return steps.find((step) => step > used && codeAt(secret, step) === digits);
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
