import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as v from "valibot";

export type SessionKey = { kid: string; secret: Uint8Array };
export type KeyRing = { current: SessionKey; previous: SessionKey[] };
/** `kid` names the key that signed the token. An unknown `kid` makes the cache read the secret again. */
export type Keys = (kid?: string) => Promise<KeyRing>;

const key = v.object({
  kid: v.string(),
  secret: v.pipe(
    v.string(),
    v.minLength(43),
    v.transform((text) => Buffer.from(text, "base64url")),
  ),
});
const stored = v.object({ current: key, previous: v.optional(v.array(key), []) });

export function fileKeys(path: string): Keys {
  if (!existsSync(path)) {
    const fresh = {
      current: { kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") },
    };
    // Renamed into place: a process killed here leaves no truncated file.
    const draft = `${path}.${process.pid}.part`;
    writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 });
    renameSync(draft, path);
  }
  const ring: KeyRing = v.parse(stored, JSON.parse(readFileSync(path, "utf8")));
  return async () => ring;
}
