import type { Id } from "@coffer/domain/id";
import type { User } from "@coffer/domain/user";
import { expiredLink, type Link } from "./links.ts";
import type { EmailJob } from "./outbox.ts";
import { notFound, Refusal } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** A user with what nobody is shown. Raising `sessionVersion` ends all sessions; `resetHash` names the one good reset link. */
export type Account = {
  user: User;
  passwordHash: string;
  sessionVersion: number;
  resetHash: string | null;
  createdAt: number;
  /** Counts the changes, so that two at once cannot undo each other. */
  revision: number;
};

/** What is written in the same transaction as an account: links to keep, the link that is used up, mail to send. */
export type AccountWrites = { newLink?: Link; usedLink?: Link; mail?: EmailJob[] };

export type UserStore = {
  get(id: Id): Promise<User | undefined>;
  account(id: Id): Promise<Account | undefined>;
  /** As many reads for an address that nobody has. */
  withEmail(email: string): Promise<Account | undefined>;
  /** False when the address is taken. */
  add(account: Account, writes: AccountWrites): Promise<boolean>;
  /** Replaces `before`; says why not when the address is taken, the link is used, or another change came first. */
  save(
    before: Account,
    after: Account,
    writes: AccountWrites,
  ): Promise<"saved" | "taken" | "used" | "changed">;
};

/** Applies a change to the account as it is now, again where another change came first. */
export function createAccountChange(stores: { users: UserStore }) {
  return (id: Id, make: (account: Account) => { after: Account; writes?: AccountWrites }): Promise<Account> =>
    retryOnConflict(async () => {
      const before = await stores.users.account(id);
      if (!before) throw notFound("User");
      const { after, writes = {} } = make(before);
      const result = await stores.users.save(before, after, writes);
      if (result === "saved") return after;
      if (result === "taken") throw emailTaken();
      if (result === "used" && writes.usedLink) throw expiredLink(writes.usedLink.purpose);
      return undefined;
    }, accountChanged);
}

const accountChanged = () =>
  new Refusal("conflict", "Your account was changed at the same time. Please try again.");

export const emailTaken = () =>
  new Refusal("conflict", "An account with this email already exists", {
    issues: [{ path: "email", message: "An account with this email already exists" }],
  });

/** An address as accounts keep it: trimmed, lower-case, one spelling per letter. */
export const normalizeEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();
