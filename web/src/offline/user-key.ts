import { session } from "@coffer/contract/session";
import { del, get, set } from "idb-keyval";
import { call } from "../api/call.ts";
import { openTable } from "../browser/database.ts";

/**
 * The key that encrypts what this browser stores for a user's return. The server gives it to a signed-in user; the
 * browser stores it, not extractable, until the session ends.
 */
type Held = { userId: number; key: CryptoKey };
const HELD = "key";
const table = openTable("coffer-last", "kept");

/** Null if this browser cannot seal: there is no WebCrypto over plain http. */
export type UserKey = CryptoKey | null;

let current: { userId: number; key: Promise<UserKey> } | undefined;

/** Rejects if neither the browser nor the server provides it; the next use tries again. */
export function userKey(userId: number): Promise<UserKey> {
  if (current?.userId !== userId) {
    const key = find(userId);
    const mine = { userId, key };
    current = mine;
    key.catch(() => {
      if (current === mine) current = undefined;
    });
  }
  return current.key;
}

async function find(userId: number): Promise<UserKey> {
  if (!globalThis.crypto.subtle) return null;
  const held = await get<Held>(HELD, table).catch(() => undefined);
  if (held?.userId === userId && held.key instanceof CryptoKey) return held.key;
  const { key: secret } = await call(session.offlineKey, {});
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), "AES-GCM", false, ["encrypt", "decrypt"]);
  // If it cannot be stored, the next start requests it.
  await set(HELD, { userId, key } satisfies Held, table).catch(() => {});
  return key;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Called when a session ends. */
export async function forgetKey(): Promise<void> {
  current = undefined;
  await del(HELD, table);
}
