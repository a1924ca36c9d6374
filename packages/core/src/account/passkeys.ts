import { randomBytes } from "node:crypto";
import { passkeyHost } from "@coffer/domain/account/passkey-host";
import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { cleanName } from "@coffer/domain/text/clean-name";
import { MINUTE_MS } from "@coffer/domain/time/day";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env, Networks } from "../env.ts";
import { found, notFound, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type Account, accountChanged, currentAccount, securityWrites } from "./account-store.ts";
import {
  type Expected,
  isSuspended,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyCreation,
} from "./passkey-verifier.ts";
import { createThrottles } from "./throttles.ts";

const MAX_PASSKEYS = 20;
const tooManyPasskeys = () => new Refusal("conflict", `An account has at most ${MAX_PASSKEYS} passkeys`);
const CHALLENGE_MS = 5 * MINUTE_MS;
const SIGN_IN = "sign-in";
/** EdDSA, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

export function createPasskeys(
  stores: Pick<Stores, "passkeys" | "users" | "throttles">,
  env: Pick<
    Env,
    "clock" | "ids" | "origin" | "relyingParty" | "throttle" | "securityLog" | "passkeyVerifier"
  >,
) {
  const { clock, securityLog, passkeyVerifier } = env;
  const host = passkeyHost(env.origin, env.relyingParty);
  const throttles = createThrottles(stores, env);

  async function challengeFor(purpose: string): Promise<string> {
    const challenge = randomBytes(32).toString("base64url");
    await stores.passkeys.addChallenge(challenge, purpose, clock() + CHALLENGE_MS);
    return challenge;
  }
  const expectedFor = (purpose: string): Expected => ({
    ...hostOrRefuse(),
    isOurs: (challenge) => stores.passkeys.takeChallenge(challenge, purpose, clock()),
  });
  const hostOrRefuse = () => {
    if (host) return host;
    throw new Refusal("conflict", "Passkeys need an https address with a domain name.");
  };
  /** Contains the session, so that only the session that began to add a passkey can finish. */
  const creationBy = ({ session }: Caller) => `create-${session.id}`;

  return {
    async list({ user }: Caller): Promise<ListedPasskey[]> {
      const account = found(await stores.users.account(user.id), "User");
      return withSuspended(await stores.passkeys.list(user.id), account);
    },

    async options(caller: Caller) {
      requireRecentPassword(caller, clock());
      const { id } = hostOrRefuse();
      const { user } = caller;
      const others = await stores.passkeys.list(user.id);
      if (others.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      return {
        challenge: await challengeFor(creationBy(caller)),
        rp: { id, name: "Coffer" },
        user: { id: handleOf(user.id), name: user.email, displayName: fullName(user) },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
        excludeCredentials: others.map((passkey) => ({ id: passkey.id, type: "public-key" as const })),
        // A discoverable credential (no address is typed), which the authenticator unlocks by PIN or biometrics.
        authenticatorSelection: { residentKey: "required", userVerification: "required" } as const,
        timeout: CHALLENGE_MS,
      };
    },

    async add(caller: Caller, name: string, answer: PasskeyCreation): Promise<ListedPasskey> {
      requireRecentPassword(caller, clock());
      const made = await passkeyVerifier.created(answer, expectedFor(creationBy(caller)));
      if (!made) throw new Refusal("invalid", "This passkey could not be checked. Please try again.");
      const times = { createdAt: clock(), lastUsedAt: null };
      const { id } = caller.user;
      const passkey = await retryOnConflict(async () => {
        const account = await currentAccount(stores, caller);
        // Counted here too, as many challenges may be asked for before any of them is answered.
        if ((await stores.passkeys.list(id)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
        const { sessionVersion } = account;
        const added = { ...made, name, ...times, device: caller.session.device, sessionVersion };
        const writes = securityWrites(env, account, "passkey-added", cleanName(name));
        const outcome = await stores.passkeys.add(account, added, writes);
        if (outcome === "exists") throw new Refusal("conflict", "You already have this passkey");
        return outcome === "changed" ? outcome : added;
      }, accountChanged);
      securityLog({ event: "second-factor-added", userId: id, kind: "passkey" });
      return { ...passkey, suspended: false };
    },

    /** The user confirms a passkey that a password reset suspended: it signs in again. */
    async keep(caller: Caller, id: string): Promise<void> {
      requireRecentPassword(caller, clock());
      const account = await currentAccount(stores, caller);
      const userId = account.user.id;
      const passkey = found(await stores.passkeys.get(userId, id), "Passkey");
      if (!isSuspended(passkey, account)) return;
      const writes = securityWrites(env, account, "passkey-kept", cleanName(passkey.name));
      if (!(await stores.passkeys.keep(userId, passkey, account.sessionVersion, writes)))
        throw notFound("Passkey");
      securityLog({ event: "second-factor-kept", userId });
    },

    async remove(caller: Caller, id: string): Promise<void> {
      requireRecentPassword(caller, clock());
      const account = await currentAccount(stores, caller);
      const passkey = found(await stores.passkeys.get(caller.user.id, id), "Passkey");
      const writes = securityWrites(env, account, "passkey-removed", cleanName(passkey.name));
      if (!(await stores.passkeys.remove(caller.user.id, id, writes))) throw notFound("Passkey");
      const userId = caller.user.id;
      securityLog({ event: "second-factor-removed", userId, targetId: userId, kind: "passkey" });
    },

    async signInOptions(networks: Networks) {
      const { id: rpId } = hostOrRefuse();
      await throttles.take("passkey-options", networks);
      const challenge = await challengeFor(SIGN_IN);
      return { challenge, rpId, userVerification: "required" as const, timeout: CHALLENGE_MS };
    },

    async prove(answer: PasskeyAssertion): Promise<Id | null> {
      const userId = Number(Buffer.from(answer.response.userHandle, "base64url").toString("utf8"));
      const passkey = Number.isSafeInteger(userId) ? await stores.passkeys.get(userId, answer.id) : undefined;
      if (!passkey) return null;
      const counter = await passkeyVerifier.asserted(answer, expectedFor(SIGN_IN), passkey);
      if (counter === undefined) return null;
      const account = await stores.users.account(userId);
      if (!account) return null;
      if (isSuspended(passkey, account)) throw new Refusal("unauthenticated", SUSPENDED);
      await stores.passkeys.noteUse(userId, { ...passkey, counter, lastUsedAt: clock() });
      return userId;
    },
  };
}

type ListedPasskey = Passkey & { suspended: boolean };

const withSuspended = (passkeys: readonly Passkey[], account: Account): ListedPasskey[] =>
  passkeys.map((passkey) => ({ ...passkey, suspended: isSuspended(passkey, account) }));

const SUSPENDED =
  "This passkey has been suspended since the password was reset. Sign in with the new password, then keep the passkey in Settings.";

/** The user handle that the authenticator stores and returns: the id in base64url, which contains no personal data. */
const handleOf = (userId: Id): string => Buffer.from(String(userId)).toString("base64url");
