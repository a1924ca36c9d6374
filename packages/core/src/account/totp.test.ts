import { expect, test } from "vitest";
import { codeAt, newSecret, stepOfCode, totpUri } from "./second-factor.ts";

/** "12345678901234567890", the secret of the examples of RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i is that of RFC 6238", (seconds, code) => {
  expect(codeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
});

test("a code is valid one step before and after its own", () => {
  const [step, code] = [100, codeAt(SECRET, 100)];
  for (const [at, found] of [
    [98, undefined],
    [99, step],
    [100, step],
    [101, step],
    [102, undefined],
  ] as const)
    expect(stepOfCode(SECRET, code, at * 30_000, 0)).toBe(found);
});

test("a code may be typed as apps show it, with a space in the middle", () => {
  const code = codeAt(SECRET, 100);
  expect(stepOfCode(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, 100 * 30_000, 0)).toBe(100);
});

test("a used code is refused", () => {
  expect(stepOfCode(SECRET, codeAt(SECRET, 100), 100 * 30_000, 100)).toBeUndefined();
});

test("a clock that was set back does not lock the user out", () => {
  expect(stepOfCode(SECRET, codeAt(SECRET, 100), 100 * 30_000, 90_000)).toBe(100);
});

test("a secret has 160 bits", () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("the URI for authenticator apps names the user", () => {
  expect(totpUri("AB", "ana+x@example.com")).toBe(
    "otpauth://totp/Coffer:ana%2Bx%40example.com?secret=AB&issuer=Coffer",
  );
});
