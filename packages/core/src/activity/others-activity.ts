import type { User } from "@coffer/domain/account/user";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import { activitySummary } from "@coffer/domain/activity/activity-summary";
import { hiddenKinds } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { permits } from "@coffer/domain/share/sharing";
import type { Day } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { ledgerCurrencyOf, participantsOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

type ReadStores = Pick<Stores, "activity" | "users" | "shares" | "households">;

const PAGE = 100;
/** Entries that are read, the newest first. On a day with more, the oldest are not summarized. */
const MOST = 500;

/** Other people's changes on the user's local day, for the daily summary; null if there were none. */
export async function othersActivity(
  stores: ReadStores,
  user: User,
  ownerId: Id,
  day: Day,
): Promise<string | null> {
  const people = await participantsOf(stores, ownerId);
  if (people.every((one) => one.user.id === user.id)) return null;
  const role = people.find((one) => one.user.id === user.id)?.role;
  const hidden = hiddenKinds((right) => role !== undefined && permits(role, right));
  const entries = (await entriesOf(stores, user, ownerId, day)).filter(
    ({ by, kind }) => by !== user.id && !hidden.includes(kind),
  );
  const names = new Map(people.map((one) => [one.user.id, one.user.firstName]));
  return activitySummary(entries, {
    nameOf: (id) => names.get(id) ?? "Somebody",
    currency: await ledgerCurrencyOf(stores, user, ownerId),
    month: monthOfDay(day),
  });
}

async function entriesOf({ activity }: ReadStores, { timeZone }: User, ownerId: Id, day: Day) {
  const found: ActivityEntry[] = [];
  for (let read = 0, before: string | undefined; read < MOST; read += PAGE) {
    const { entries: page, next } = await activity.list(ownerId, { before, limit: PAGE });
    found.push(...page.filter(({ at }) => today(at, timeZone) === day));
    const last = page.at(-1);
    if (next === null || (last && today(last.at, timeZone) < day)) break;
    before = next;
  }
  return found;
}
