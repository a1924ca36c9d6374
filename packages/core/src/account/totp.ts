import { createHmac, randomBytes } from "node:crypto";

// Time-based one-time passwords (RFC 6238), as every authenticator app reads them: SHA-1, six digits, thirty seconds.

const STEP_MS = 30_000;
const DIGITS = 6;
/** Tolerated clock difference, in steps either way. */
const SKEW = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const randomBase32 = (length: number): string =>
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
  return steps.find((step) => step > used && codeAt(secret, step) === code);
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
