import { fullName, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { mailboxOf, type UserStore } from "../account/account-store.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob, type OutboxStore } from "../mail/outbox.ts";

type Directory = { administrators(): Promise<Id[]> };

/** The job that tells the person and all other administrators; `by` is null where an operator did it. */
export const administratorAdded = (
  env: Pick<Env, "clock" | "ids">,
  { id, email: to }: User,
  by: User | null,
): EmailJob => emailJob(env, { kind: "administrator-added", to, byName: by && fullName(by) }, id);

/** The job that logs that an operator unmade an administrator: commands have no part in the product's own log. */
export const administratorRemoved = (env: Pick<Env, "clock" | "ids">, { id, email: to }: User): EmailJob =>
  emailJob(env, { kind: "administrator-removed", to }, id);

/** Queues a mail for everybody who is to know of a new administrator: one each for that job, however often this runs. */
export async function mailAdministrators(
  stores: { users: UserStore; admin: Directory; outbox: OutboxStore },
  env: Pick<Env, "clock" | "ids" | "origin">,
  job: { id: string; userId: Id },
  byName: string | null,
): Promise<void> {
  const added = await stores.users.get(job.userId);
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
    await stores.outbox.add({ ...emailJob(env, mail, to), id: `administrator-${job.id}-${to}` });
  }
}
