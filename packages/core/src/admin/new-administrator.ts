import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { mailboxOf, type UserStore } from "../account/account-store.ts";
import type { Env } from "../env.ts";
import { emailJob, type OutboxStore } from "../mail/outbox.ts";

type Directory = { administrators(): Promise<Id[]> };

/** Queues a mail for everybody who is to know of a new administrator: one each for that task, however often this runs. */
export async function mailAdministrators(
  stores: { users: UserStore; admin: Directory; outbox: OutboxStore },
  env: Pick<Env, "clock" | "ids" | "origin">,
  task: { id: string; userId: Id },
  byName: string | null,
): Promise<void> {
  const added = await stores.users.get(task.userId);
  if (!added) return;
  const { email, id } = added;
  const others = (await stores.admin.administrators()).filter((other) => other !== id);
  for (const to of [id, ...others]) {
    const account = await stores.users.account(to);
    if (!account || account.provenEmail === null) continue;
    const mail = {
      kind: "new-administrator",
      to: mailboxOf(account),
      firstName: account.user.firstName,
      person: to === id ? null : { name: fullName(added), email },
      byName,
      link: `${env.origin}/admin`,
    } as const;
    await stores.outbox.add(emailJob(env, mail, to, `administrator-${task.id}-${to}`));
  }
}
