import type { webcrypto } from "node:crypto";
import { SESSION_HINT_COOKIE } from "@coffer/contract/error";
import { type Caller, isSeenAgain, lifetimeOf, type Session, sessionEnd } from "@coffer/core/access";
import type { Account } from "@coffer/core/account/account-store";
import type { Core } from "@coffer/core/core";
import type { Clock } from "@coffer/core/env";
import type { Device } from "@coffer/domain/account/definition";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import type { Keys, SessionKey } from "../adapters/keys.ts";

const AUDIENCE = "coffer";
const TYPE = "session+jwt";
const ALGORITHM = "HS256";
const REMEMBERED = 1_000;

export type SessionCookies = ReturnType<typeof createSessionCookies>;
type SessionOptions = { core: Core; keys: Keys; origin: string; clock: Clock };
type Identity = { userId: number; sessionId: string };
type Verified = Map<string, { identity: Identity; endsAt: number }>;

/** The token only names a session: every request reads the session from the store. */
export function createSessionCookies({ core, keys, origin, clock }: SessionOptions) {
  const secure = origin.startsWith("https:");
  const { port } = new URL(origin);
  // Browsers bind a __Host- cookie to this very host, and accept it over https only. Elsewhere a host's ports share
  // their cookies, and a second product on this machine would end the first one's session.
  const name = secure ? "__Host-session" : port ? `session-${port}` : "session";
  const options = { path: "/", sameSite: "Strict", secure } as const;

  /** Tokens whose signature holds under a key. Only their end remains to be checked. */
  const verified = new WeakMap<SessionKey, Verified>();
  function verifiedBy(key: SessionKey): Verified {
    const known = verified.get(key) ?? new Map();
    verified.set(key, known);
    return known;
  }

  async function identify(http: Context): Promise<Identity | null> {
    const token = getCookie(http, name);
    if (!token) return null;
    const kid = kidOf(token);
    const { current, previous } = await keys(kid);
    const key = [current, ...previous].find((each) => each.kid === kid);
    if (!key) return null;
    const known = verifiedBy(key).get(token);
    if (known && known.endsAt > clock()) return known.identity;
    try {
      const { payload } = await jwtVerify(token, await hmac(key), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: origin,
        audience: AUDIENCE,
        requiredClaims: ["sub", "sid", "iat", "exp"],
        currentDate: new Date(clock()),
      });
      const userId = Number(payload.sub);
      if (!Number.isSafeInteger(userId) || typeof payload.sid !== "string") return null;
      const identity = { userId, sessionId: payload.sid };
      const tokens = verifiedBy(key);
      if (tokens.size >= REMEMBERED) tokens.clear();
      tokens.set(token, { identity, endsAt: Number(payload.exp) * 1000 });
      return identity;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  async function issue(http: Context, session: Session): Promise<void> {
    const now = clock();
    const endsAt = session.remember
      ? sessionEnd(session, now)
      : session.createdAt + lifetimeOf(session).whole;
    const { current } = await keys();
    const token = await new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: current.kid })
      .setIssuer(origin)
      .setAudience(AUDIENCE)
      .setSubject(String(session.userId))
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor(endsAt / 1000))
      .sign(await hmac(current));
    const lasting = session.remember ? { maxAge: Math.floor((endsAt - now) / 1000) } : {};
    setCookie(http, name, token, { ...options, ...lasting, httpOnly: true });
    setCookie(http, SESSION_HINT_COOKIE, "1", { ...options, ...lasting });
  }

  function forget(http: Context): void {
    deleteCookie(http, name, options);
    deleteCookie(http, SESSION_HINT_COOKIE, options);
  }

  return {
    async caller(http: Context, ownerId: number | undefined): Promise<Caller | null> {
      const identity = await identify(http);
      const caller = identity && (await core.sessions.caller(identity.userId, identity.sessionId, ownerId));
      // Using a remembered session extends it, and its cookies too.
      if (caller?.session.remember && isSeenAgain(caller.session, clock())) await issue(http, caller.session);
      return caller;
    },

    async begin(http: Context, account: Account, remember: boolean, device: Device): Promise<void> {
      await issue(http, await core.sessions.begin(account, remember, device));
    },

    async end(http: Context): Promise<void> {
      const identity = await identify(http);
      if (identity) await core.sessions.end(identity.userId, identity.sessionId);
      forget(http);
    },

    forget,
  };
}

/** Cached: importing a key takes longer than signing with it. */
const imported = new WeakMap<SessionKey, Promise<webcrypto.CryptoKey>>();
function hmac(key: SessionKey): Promise<webcrypto.CryptoKey> {
  const known = imported.get(key);
  if (known) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const made = crypto.subtle.importKey("raw", Buffer.from(key.secret), algorithm, false, ["sign", "verify"]);
  imported.set(key, made);
  return made;
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
