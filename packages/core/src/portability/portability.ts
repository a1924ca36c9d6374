import type { Id } from "@coffer/domain/id";
import { EXPORT_VERSION } from "@coffer/domain/portability/export";
import type { Person, PortableItem, PortableSettings } from "@coffer/domain/portability/portable";
import { type RestoredKind, tooManyToRestore } from "@coffer/domain/portability/restore-ceilings";
import { paymentAfter } from "@coffer/domain/subscription/rhythm";
import { hasPaymentLeft, isAutoRecorded } from "@coffer/domain/subscription/subscription";
import { addDays, DAY_MS, type Day } from "@coffer/domain/time/day";
import {
  type Caller,
  isGuest,
  type OpenLedger,
  requireProvenAddress,
  requireRecentPassword,
} from "../access.ts";
import { changeAccount } from "../account/account-store.ts";
import type { Env } from "../env.ts";
import type { Quota } from "../quota.ts";
import { invalid, invalidCursor, Refusal } from "../refusal.ts";
import { type HouseholdStores, readStays } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { createTies, type LedgerItem } from "./people.ts";

type RestorePart = {
  batch: string;
  version: number;
  people: readonly Person[];
  items: readonly PortableItem[];
};

export function createPortability(
  stores: HouseholdStores & Pick<Stores, "portability" | "categories" | "users">,
  { clock, securityLog }: Pick<Env, "clock" | "securityLog">,
  quota: Quota,
) {
  /** Refuses (invalid) items whose category is neither stored nor in this part. */
  async function checkCategories(ownerId: Id, items: readonly PortableItem[]): Promise<void> {
    const categories = await stores.categories.list(ownerId);
    const types = new Map(categories.map(({ id, type }) => [id, type]));
    for (const item of items) if (item.kind === "category") types.set(item.id, item.type);
    items.forEach((item, index) => {
      const named = item.kind === "rules" ? item.rules.flatMap(({ categoryId }) => categoryId ?? []) : [];
      if ("categoryId" in item && item.categoryId !== null) named.push(item.categoryId);
      const isUnfit = item.kind === "transaction" && types.get(item.categoryId) !== item.type;
      if (isUnfit || named.some((id) => !types.has(id))) {
        throw invalid(
          `items.${index}.categoryId`,
          "Send the categories first, with the types of their items",
        );
      }
    });
  }

  /** Refuses (invalid) instants in the future: they would count as later than everything added from now on. */
  function checkInstants(items: readonly PortableItem[]): void {
    const latest = clock() + DAY_MS;
    items.forEach((item, index) => {
      for (const name of ["createdAt", "at", "resetAt"] as const) {
        const instant = Object(item)[name];
        if (typeof instant === "number" && instant > latest)
          throw invalid(`items.${index}.${name}`, "This is in the future");
      }
    });
  }

  /** Present and former members, between whom debts are calculated; empty if there was only ever one. */
  async function peopleOf(ownerId: Id): Promise<Person[]> {
    const stays = await readStays(stores, ownerId);
    const ids = [...new Set(stays.map(({ id }) => id))].sort((a, b) => a - b);
    if (ids.length < 2) return [];
    const users = await Promise.all(ids.map((id) => stores.users.get(id)));
    return ids.map((id, index) => ({ id, email: users[index]?.email ?? null }));
  }

  return {
    /** Without a cursor, the first part. It has the user's preferences if they export their own ledger. */
    async export(caller: Caller, ledger: OpenLedger, cursor?: string) {
      requireRecentPassword(caller, clock());
      const { user } = caller;
      const { ownerId, permission } = ledger;
      const [, number, position = ""] = /^(\d{1,6})\.([\w-]{1,200})$/.exec(cursor ?? "") ?? [];
      const isCursor = cursor === undefined || number !== undefined;
      const page = isCursor ? await stores.portability.page(ownerId, position) : undefined;
      if (!page) throw invalidCursor();
      if (cursor === undefined) securityLog({ event: "export", userId: user.id });
      // Guests must not see the members' addresses.
      const people = isGuest(ledger) ? [] : await peopleOf(ownerId);
      const tie = createTies(people, people);
      const items = page.items.flatMap((item) => tie(item).item ?? []);
      const part = Number(number ?? 1);
      const settings: PortableItem[] =
        cursor === undefined && permission === "owner" ? [{ kind: "settings", ...settingsOf(user) }] : [];
      const next = page.next === null ? null : `${part + 1}.${page.next}`;
      return { version: EXPORT_VERSION, part, people, items: [...settings, ...items], cursor: next };
    },

    /** Deletes items that cannot be read, which all lists omit. `cursor` is null once all items were checked. */
    async removeUnreadable({ ownerId }: OpenLedger, cursor = "") {
      const page = await stores.portability.removeUnreadable(ownerId, cursor);
      if (!page) throw invalidCursor();
      return { removed: page.removed, cursor: page.next };
    },

    /** `untied` counts items that referenced people who were never members here, and were restored without them. */
    async restore(
      caller: Caller,
      { ownerId, user, permission, today }: OpenLedger,
      { batch, version, people, items }: RestorePart,
    ): Promise<{ restored: number; untied: number }> {
      requireRecentPassword(caller, clock());
      requireProvenAddress(user);
      if (version > EXPORT_VERSION) {
        throw invalid("version", "A newer Coffer wrote this file. Update Coffer to restore it.");
      }
      const now = clock();
      checkInstants(items);
      checkRules(items);
      const state = await stores.portability.begin(ownerId, batch, now);
      if (state === "not empty") throw notEmpty();
      if (state === "starts") securityLog({ event: "restore", userId: user.id });
      await checkCategories(ownerId, items);
      const own = await peopleOf(ownerId);
      const tie = createTies(people, own);
      const tied = items.filter((item) => item.kind !== "settings").map((item) => tie(settled(item, today)));
      const contents = tied.flatMap(({ item }) => item ?? []);
      const missing = await stores.portability.missing(ownerId, contents, now);
      if (missing.beyond) throw beyondCeiling(missing.beyond);
      await quota.takeRows(ownerId, missing.count);
      const outcome = await stores.portability.put(ownerId, batch, contents, now);
      if (outcome === "another batch") throw notEmpty();
      if (outcome !== "done") throw beyondCeiling(outcome);
      const settings = items.find((item) => item.kind === "settings");
      // Preferences belong to the owner only, as in an export.
      if (settings && permission === "owner") {
        await changeAccount(stores, user.id, (account) => ({
          after: { ...account, user: { ...account.user, ...settingsOf(settings) } },
        }));
      }
      return { restored: items.length, untied: tied.filter(({ isTied }) => !isTied).length };
    },
  };
}

/** Marks payments due before today as settled: the exporting installation recorded them, or they are in the past. */
function settled(item: LedgerItem, today: Day): LedgerItem {
  if (item.kind !== "subscription" || !isAutoRecorded(item) || item.nextPaymentDate >= today) return item;
  const yesterday = addDays(today, -1);
  const after = { ...item, nextPaymentDate: paymentAfter(item, yesterday), settledThrough: yesterday };
  return { ...after, active: hasPaymentLeft(after) };
}

/** All rules are stored in one item, which holds at most 400 KB. */
const MOST_RULE_BYTES = 350_000;

function checkRules(items: readonly PortableItem[]): void {
  items.forEach((item, index) => {
    if (item.kind === "rules" && byteLength(JSON.stringify(item.rules)) > MOST_RULE_BYTES)
      throw invalid(`items.${index}.rules`, "These rules are too long to be stored together");
  });
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const beyondCeiling = (kind: RestoredKind) => new Refusal("conflict", tooManyToRestore(kind));

const notEmpty = () =>
  new Refusal("conflict", "This budget is not empty. A file can be restored into an empty one only.");

function settingsOf(of: PortableSettings): PortableSettings {
  const { currency, timeZone, aiRecommendations, notifications, emailNotifications, notificationTime } = of;
  const { frequency, weekday } = of;
  return {
    ...{ currency, timeZone, aiRecommendations, notifications, emailNotifications, notificationTime },
    ...(frequency && { frequency }),
    ...(weekday !== undefined && { weekday }),
  };
}
