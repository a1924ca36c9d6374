/**
 * A 53-bit hash in base 36, not for secrets. It is stored with imported transactions, so changing it needs a migration. Two
 * 32-bit halves, mixed with the multipliers of MurmurHash3 and xxHash.
 */
export function hash(text: string): string {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x85ebca77);
    low = Math.imul(low ^ unit, 0xc2b2ae3d);
    high ^= low >>> 15;
    low ^= high >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 0xcc9e2d51) ^ Math.imul(low ^ (low >>> 13), 0x1b873593);
  low = Math.imul(low ^ (low >>> 16), 0xcc9e2d51) ^ Math.imul(high ^ (high >>> 13), 0x1b873593);
  return ((high & 0x1fffff) * 2 ** 32 + (low >>> 0)).toString(36);
}
