import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { MIN_PASSWORD } from "@coffer/domain/account/user";
import type { Plugin } from "vite";

const NAME = "virtual:common-passwords";
const COUNT = 10_000;

/** Makes the module `virtual:common-passwords` of the most used passwords that the product accepts, one a line. */
export const commonPasswords: Plugin = {
  name: "common-passwords",
  resolveId: (id) => (id === NAME ? NAME : undefined),
  load(id) {
    if (id !== NAME) return undefined;
    const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json");
    // The most used first.
    const all: string[] = JSON.parse(readFileSync(file, "utf8"));
    const accepted = new Set(
      all.map((each) => each.toLowerCase()).filter((each) => each.length >= MIN_PASSWORD),
    );
    // Sorted, they compress to two thirds.
    return `export default ${JSON.stringify([...accepted].slice(0, COUNT).sort().join("\n"))}`;
  },
};
