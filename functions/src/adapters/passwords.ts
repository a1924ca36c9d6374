import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Passwords } from "@coffer/core/env";
import { createLimiter } from "@coffer/core/limiter";

const derive = promisify(argon2);

/** The first choice of OWASP's Password Storage Cheat Sheet for argon2id; memory in KiB. */
const STRENGTH = { memory: 19_456, passes: 2, parallelism: 1 };
/** In bytes. */
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;
/** Each hash takes 19 MB and one core for about 40 ms, so more at once would gain nothing. */
const AT_ONCE = 4;

const toNfc = (password: string): string => password.normalize("NFC");

type Stored = typeof STRENGTH & { salt: Buffer; tag: Buffer };

/** `toForm`: older releases hashed a password as it was typed. */
export function createPasswords(strength = STRENGTH, toForm = toNfc): Passwords {
  const inTurn = createLimiter(AT_ONCE);

  const tagOf = (password: string, { salt, tag, ...how }: Stored) =>
    inTurn("hash", () =>
      derive("argon2id", { message: password, nonce: salt, tagLength: tag.length, ...how }),
    );

  const hash = async (password: string) => {
    const empty = { ...strength, salt: randomBytes(SALT_LENGTH), tag: Buffer.alloc(TAG_LENGTH) };
    return write({ ...empty, tag: await tagOf(toForm(password), empty) });
  };
  // Verified against when no account exists, so that both cases take the same time.
  const nobody = write({ ...strength, salt: randomBytes(SALT_LENGTH), tag: randomBytes(TAG_LENGTH) });

  return {
    hash,
    async verify(password, phc) {
      const stored = read(phc ?? nobody);
      const forms = new Set([toNfc(password), password, password.normalize("NFD")]);
      // Tries all forms, so that timing does not reveal which one matched.
      const tags = await Promise.all([...forms].map((form) => tagOf(form, stored)));
      const right = tags.findIndex((tag) => timingSafeEqual(tag, stored.tag));
      if (right < 0 || phc === undefined) return false;
      return right === 0 ? "same-form" : "other-form";
    },
    isOutdated(phc) {
      const { memory, passes, parallelism } = read(phc);
      return memory !== strength.memory || passes !== strength.passes || parallelism !== strength.parallelism;
    },
  };
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

const write = ({ memory, passes, parallelism, salt, tag }: Stored) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

function read(phc: string): Stored {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!parts) throw new Error("a stored password is not an argon2id PHC string");
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
