import { MIN_PASSWORD } from "@coffer/domain/account/user";

let passwords: Promise<ReadonlySet<string>> | undefined;

/**
 * True where it is one of the ten thousand most used. The list is loaded here, at the first question; nothing is sent.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < MIN_PASSWORD) return false;
  passwords ??= import("virtual:common-passwords").then(({ default: list }) => new Set(list.split("\n")));
  try {
    return (await passwords).has(password.toLowerCase());
  } catch {
    // It could not be loaded: the next question tries again.
    passwords = undefined;
    return false;
  }
}
