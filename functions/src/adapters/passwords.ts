import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Passwords } from "@coffer/core/env";

const derive = promisify(argon2);

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet); memory in KiB, lengths in bytes. */
const STRENGTH = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_LENGTH = 16;
const TAG_LENGTH = 32;
/** Each takes 19 MB and a core for some 40 ms: more at once would only wait for each other. */
const AT_ONCE = 4;

type Stored = typeof STRENGTH & { salt: Buffer; tag: Buffer };

/** Passwords as argon2id PHC strings, "$argon2id$v=19$m=…,t=…,p=…$salt$tag". */
export function createPasswords(strength = STRENGTH): Passwords {
  const inTurn = limited(AT_ONCE);

  const tagOf = (password: string, { salt, tag, ...how }: Stored) =>
    inTurn(() => derive("argon2id", { message: password, nonce: salt, tagLength: tag.length, ...how }));

  const hash = async (password: string) => {
    const empty = { ...strength, salt: randomBytes(SALT_LENGTH), tag: Buffer.alloc(TAG_LENGTH) };
    return write({ ...empty, tag: await tagOf(password, empty) });
  };
  // What an unknown address is compared with, so that it takes as long as a known one.
  const nobody = write({ ...strength, salt: randomBytes(SALT_LENGTH), tag: randomBytes(TAG_LENGTH) });

  return {
    hash,
    async verify(password, phc) {
      const stored = read(phc ?? nobody);
      return timingSafeEqual(await tagOf(password, stored), stored.tag) && phc !== undefined;
    },
    isOutdated(phc) {
      const { memory, passes, parallelism } = read(phc);
      return memory !== strength.memory || passes !== strength.passes || parallelism !== strength.parallelism;
    },
  };
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

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

/** Runs at most `atOnce` of the tasks it is given at a time, the others in turn. */
function limited(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
