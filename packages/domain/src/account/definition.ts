import * as v from "valibot";
import { SPEND_UNTIL } from "../budget/spend-until.ts";
import { identity, plain } from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { CURRENCIES } from "../money/money.ts";
import { NOTIFY_BY } from "../notification/choices.ts";
import { TIME_ZONES } from "../time/timezone.ts";

/** Came later: of an item that lacks it, it reads as `before`. */
/* @__NO_SIDE_EFFECTS__ */
const added = <One extends v.GenericSchema, const Before extends v.InferInput<One>>(
  schema: One,
  before: Before,
) => ({ ...plain(schema), stored: v.optional<One, Before>(schema, before) });

/** `timeZone` decides what "today" is; `notificationTime` is local, "HH:MM". */
export const user = defineKind("user", {
  id: identity(),
  firstName: plain(v.string()),
  lastName: plain(v.string()),
  email: plain(v.string()),
  phone: plain(v.string()),
  isAdmin: plain(v.boolean()),
  emailVerified: plain(v.boolean()),
  emailNotifications: plain(v.boolean()),
  notificationTime: plain(v.string()),
  timeZone: plain(v.picklist(TIME_ZONES)),
  currency: plain(v.picklist(CURRENCIES)),
  aiRecommendations: plain(v.boolean()),
  /** The switch above all of `notify`. */
  notifications: plain(v.boolean()),
  /** By kind of notification; one that is left out is wanted. */
  notify: added(v.record(v.string(), v.boolean()), {}),
  notifyBy: added(v.picklist(NOTIFY_BY), "product"),
  /** Whether the ledger of the user's own number is theirs to open: not where they left it, or live in another's. */
  hasLedger: added(v.boolean(), true),
  /** Whose budget opens first; null for one's own. */
  homeBudget: added(v.nullable(v.number()), null),
  /** How long what can be spent has to last. */
  spendUntil: added(v.picklist(SPEND_UNTIL), "month-end"),
});
