import { type SecurityEventName, securityNotice } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import { type Account, mailboxOf, type SecurityWrites } from "./account-store.ts";

/** The mail goes to the address that was proven last; `detail` is what the event names. */
export function securityWrites(
  env: Pick<Env, "clock" | "ids" | "origin">,
  account: Account,
  event: SecurityEventName,
  detail = "",
): SecurityWrites {
  const notice = securityNotice(event, env.clock(), detail);
  const { id, firstName } = account.user;
  const links = { settings: `${env.origin}/settings`, newPassword: `${env.origin}/auth?forgot=true` };
  const mail = { kind: "security", to: mailboxOf(account), firstName, text: notice.text, links } as const;
  return {
    mail: emailJob(env, mail, id),
    notification: notificationFor(env, account.user, notice, { hasOwnMail: true }),
  };
}
