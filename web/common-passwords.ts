import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { MIN_PASSWORD } from "@coffer/domain/account/user";
import type { Plugin } from "vite";

const NAME = "virtual:common-passwords";
const COUNT = 10_000;

/** The most used passwords that the product accepts, in lower case, most used first. */
export function mostUsedPasswords(): string[] {
  const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json");
  const all: string[] = JSON.parse(readFileSync(file, "utf8"));
  const accepted = new Set(
    all.map((each) => each.toLowerCase()).filter((each) => each.length >= MIN_PASSWORD),
  );
  return [...accepted].slice(0, COUNT);
}

export const commonPasswords: Plugin = {
  name: "common-passwords",
  resolveId: (id) => (id === NAME ? NAME : undefined),
  load(id) {
    if (id !== NAME) return undefined;
    // Sorting makes the compressed list a third smaller.
    return `export default ${JSON.stringify(mostUsedPasswords().sort().join("\n"))}`;
  },
};
