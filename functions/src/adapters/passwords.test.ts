import { describe, expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const passwords = createPasswords(CHEAP);

describe("a password hash", () => {
  test("is an argon2id PHC string of OWASP's strength with a new salt", async () => {
    const strong = createPasswords();
    const [first, second] = await Promise.all([strong.hash("correct horse"), strong.hash("correct horse")]);
    // 16 bytes of salt and 32 of tag, in base64 without padding.
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await strong.verify("correct horse", first)).toBe("same-form");
  });

  test("matches only its password", async () => {
    const hash = await passwords.hash("pässwörd 💶");
    const tries = ["pässwörd 💶", "pässwörd 💶 ", "Pässwörd 💶", ""].map((each) =>
      passwords.verify(each, hash),
    );
    expect(await Promise.all(tries)).toEqual(["same-form", false, false, false]);
  });

  test.each(["pässwörd", "한글비밀번호", "Ångström\u2126", "plain ascii"])(
    "of %j matches every Unicode normal form, also of an older release",
    async (password) => {
      const [composed, decomposed] = [password.normalize("NFC"), password.normalize("NFD")];
      const fresh = await passwords.hash(decomposed);
      expect(await passwords.verify(composed, fresh)).toBe("same-form");
      expect(await passwords.verify(decomposed, fresh)).toBe("same-form");
      for (const typed of [password, composed, decomposed])
        for (const hashed of [password, composed, decomposed]) {
          const older = createPasswords(CHEAP, (text) => text);
          const answer = await passwords.verify(typed, await older.hash(hashed));
          const isKnown = [typed, composed, decomposed].includes(hashed);
          expect(answer).toBe(isKnown ? (hashed === composed ? "same-form" : "other-form") : false);
        }
    },
  );

  test("of another implementation is verified", async () => {
    // From the test vectors of argon2's reference implementation.
    const reference = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
    expect(await passwords.verify("password", reference)).toBe("same-form");
    expect(await passwords.verify("Password", reference)).toBe(false);
  });

  test("takes as long to verify if there is no account", async () => {
    expect(await passwords.verify("", undefined)).toBe(false);
  });

  test("is outdated if it has another strength", async () => {
    const hash = await passwords.hash("correct horse");
    const stronger = createPasswords({ ...CHEAP, passes: 2 });
    expect([passwords.isOutdated(hash), stronger.isOutdated(hash)]).toEqual([false, true]);
  });

  test("is computed for four passwords at a time", async () => {
    const hash = await passwords.hash("correct horse");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => passwords.verify(n % 2 ? "correct horse" : "wrong", hash)),
    );
    expect(answers.filter(Boolean)).toHaveLength(25);
  });

  test("that is not a PHC string throws", async () => {
    await expect(passwords.verify("correct horse", "plain text")).rejects.toThrow(
      "not an argon2id PHC string",
    );
  });
});
