import { randomBytes } from "node:crypto";
import { passkeyHost } from "@coffer/domain/account/passkey-host";
import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { MINUTE_MS } from "@coffer/domain/time/duration";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env } from "../env.ts";
import { found, notFound, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { currentAccount, securityWrites } from "./account-store.ts";
import type { Expected, Passkey, PasskeyAssertion, PasskeyCreation } from "./passkey-verifier.ts";

const MAX_PASSKEYS = 20;
const CHALLENGE_MS = 5 * MINUTE_MS;
const SIGN_IN = "sign-in";
/** EdDSA, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

export function createPasskeys(
  stores: Pick<Stores, "passkeys" | "users">,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog" | "passkeyVerifier">,
) {
  const { clock, securityLog, passkeyVerifier } = env;
  const host = passkeyHost(env.origin);

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
    throw new Refusal("conflict", "Passkeys need a name with https in place of this address.");
  };
  /** By session, so that nobody completes what another one began. */
  const creationBy = ({ session }: Caller) => `create-${session.id}`;

  return {
    list: ({ user }: Caller): Promise<Passkey[]> => stores.passkeys.list(user.id),

    async options(caller: Caller) {
      requireRecentPassword(caller, clock());
      const { id } = hostOrRefuse();
      const { user } = caller;
      const others = await stores.passkeys.list(user.id);
      if (others.length >= MAX_PASSKEYS)
        throw new Refusal("conflict", `An account has at most ${MAX_PASSKEYS} passkeys`);
      return {
        challenge: await challengeFor(creationBy(caller)),
        rp: { id, name: "Coffer" },
        user: { id: handleOf(user.id), name: user.email, displayName: fullName(user) },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
        excludeCredentials: others.map((passkey) => ({ id: passkey.id, type: "public-key" as const })),
        // Found by the browser without an address, and unlocked by its owner.
        authenticatorSelection: { residentKey: "required", userVerification: "required" } as const,
        timeout: CHALLENGE_MS,
      };
    },

    async add(caller: Caller, name: string, answer: PasskeyCreation): Promise<Passkey> {
      requireRecentPassword(caller, clock());
      const account = await currentAccount(stores, caller);
      const made = await passkeyVerifier.created(answer, expectedFor(creationBy(caller)));
      if (!made) throw new Refusal("invalid", "This passkey could not be checked. Please try again.");
      const passkey = { ...made, name, createdAt: clock(), lastUsedAt: null };
      const { id } = account.user;
      const writes = securityWrites(env, account, "passkey-added", name);
      if (!(await stores.passkeys.add(id, account.sessionVersion, passkey, writes)))
        throw new Refusal("conflict", "This passkey is yours already");
      securityLog({ event: "second-factor-added", userId: id, kind: "passkey" });
      return passkey;
    },

    async remove(caller: Caller, id: string): Promise<void> {
      requireRecentPassword(caller, clock());
      const account = await currentAccount(stores, caller);
      const passkey = found(await stores.passkeys.get(caller.user.id, id), "Passkey");
      const writes = securityWrites(env, account, "passkey-removed", passkey.name);
      if (!(await stores.passkeys.remove(caller.user.id, id, writes))) throw notFound("Passkey");
      const userId = caller.user.id;
      securityLog({ event: "second-factor-removed", userId, targetId: userId, kind: "passkey" });
    },

    async signInOptions() {
      const { id: rpId } = hostOrRefuse();
      const challenge = await challengeFor(SIGN_IN);
      return { challenge, rpId, userVerification: "required" as const, timeout: CHALLENGE_MS };
    },

    async prove(answer: PasskeyAssertion): Promise<Id | null> {
      const userId = Number(Buffer.from(answer.response.userHandle, "base64url").toString("utf8"));
      const passkey = Number.isSafeInteger(userId) ? await stores.passkeys.get(userId, answer.id) : undefined;
      if (!passkey) return null;
      const counter = await passkeyVerifier.asserted(answer, expectedFor(SIGN_IN), passkey);
      if (counter === undefined) return null;
      await stores.passkeys.noteUse(userId, { ...passkey, counter, lastUsedAt: clock() });
      return userId;
    },
  };
}

/** Base64url of what the authenticator keeps and gives back: the id, which says nothing of the person. */
const handleOf = (userId: Id): string => Buffer.from(String(userId)).toString("base64url");
