import type { Env } from "../env.ts";
import type { EmailData } from "../mail/email.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { accountChanged, mailboxOf, type UserStore } from "./account-store.ts";
import { newLink } from "./links.ts";

/**
 * The data of a reset mail to an address, under a link that voids the older ones; null where nobody has the address.
 */
export async function resetEmail(
  stores: { users: UserStore },
  { clock, origin }: Pick<Env, "clock" | "origin">,
  address: string,
): Promise<EmailData | null> {
  return retryOnConflict(async () => {
    const account = await stores.users.provenOrWithEmail(address);
    if (!account) return null;
    const { id, firstName } = account.user;
    const to = mailboxOf(account);
    const { token, link } = newLink("reset-password", id, to, clock());
    const saved = await stores.users.save(
      account,
      { ...account, resetHash: link.hash },
      { newLinks: [link] },
    );
    if (saved !== "saved") return "changed";
    return { kind: "reset-password", to, firstName, link: `${origin}/reset-password/${token}` };
  }, accountChanged);
}
