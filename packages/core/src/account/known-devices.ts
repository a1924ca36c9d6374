import { securityNotice } from "@coffer/domain/notification/notification";
import type { Session } from "../access.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { type Account, accountChanged, mailboxOf } from "./account-store.ts";
import { hashOf } from "./links.ts";
import type { KnownDeviceStore } from "./sign-in-stores.ts";

/** Beyond these, the one that was used longest ago counts as new again. */
const REMEMBERED = 50;

export function createKnownDevices(
  { knownDevices }: { knownDevices: KnownDeviceStore },
  env: Pick<Env, "clock" | "ids" | "origin">,
) {
  /**
   * Tells people of a device that is new beside others, by mail only at a proven address: another may be a stranger's.
   */
  return async function remember(account: Account, session: Session): Promise<void> {
    const { network, browser, system } = session.device;
    if (network === null && browser === null) return;
    const { id } = account.user;
    // A hash, so that the table holds no lasting list of where people were.
    const hash = hashOf([id, network, browser, system].join("#"));
    await retryOnConflict(async () => {
      const before = await knownDevices.read(id);
      const [last] = before.hashes;
      if (last === hash) return undefined;
      const isNew = last !== undefined && !before.hashes.includes(hash);
      const mail = isNew && account.provenEmail !== null ? newSignIn(account, session) : undefined;
      const hashes = [hash, ...before.hashes.filter((other) => other !== hash)].slice(0, REMEMBERED);
      const notice = securityNotice("new-sign-in", session.createdAt);
      const notification = isNew ? notificationFor(env, account.user, notice, { hasOwnMail: true }) : null;
      return (await knownDevices.save(id, before, hashes, { mail, notification })) ? undefined : "changed";
    }, accountChanged);
  };

  function newSignIn(account: Account, { id, createdAt: at, device }: Session): EmailJob {
    const { firstName, timeZone, id: userId } = account.user;
    const links = { devices: `${env.origin}/settings`, newPassword: `${env.origin}/auth?forgot=true` };
    const mail = {
      kind: "new-sign-in",
      to: mailboxOf(account),
      firstName,
      at,
      timeZone,
      device,
      links,
    } as const;
    return emailJob(env, mail, userId, `sign-in-${hashOf(id)}`);
  }
}
