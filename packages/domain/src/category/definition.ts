import * as v from "valibot";
import { codec } from "../definition/codec.ts";
import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import {
  DESCRIPTION_MAX,
  money,
  month,
  NAME_MAX,
  replyMoney,
  storedCents,
  storedMonth,
  withMonth,
} from "../definition/values.ts";
import { sharesField } from "../share/shares.ts";
import { monthNumber, monthOf, yearOf } from "../time/month.ts";
import {
  CARRIES,
  CARRY_NAMES,
  CATEGORY_COLORS,
  CATEGORY_ICON_NAMES,
  CATEGORY_ICONS,
  CATEGORY_KINDS,
  FLOWS,
  KIND_NAMES,
} from "./choices.ts";

const carriesBefore = v.array(v.object({ before: month, carry: v.picklist(CARRIES) }));
const storedCarries = v.array(v.object({ before: storedMonth, carry: v.picklist(CARRIES) }));
export const chosenKind = field.choice(
  "Kind",
  CATEGORY_KINDS,
  "Kind must be everyday, bill or set-aside",
  KIND_NAMES,
);

const WITH_OPENING = "An opening needs a month, a year and an amount";
/** Negative if the category was overspent at the move. */
export const openingAmount = {
  required: WITH_OPENING,
  invalid: WITH_OPENING,
  allowZero: true,
  allowNegative: true,
};
const opening = field.field(null, "text", {
  body: v.pipe(
    v.object(
      {
        month: v.number(WITH_OPENING),
        year: v.number(WITH_OPENING),
        amount: money(openingAmount),
      },
      WITH_OPENING,
    ),
    codec(
      ({ year, month, amount }) => {
        const of = monthOf(year, month);
        return of && { month: of, amount };
      },
      ({ month, amount }) => ({ month: monthNumber(month), year: yearOf(month), amount }),
      "The opening's month is 1 to 12, of the years 1900 to 2999",
    ),
  ),
  reply: withMonth({ amount: replyMoney }),
  stored: v.object({ month: storedMonth, amount: storedCents }),
});

export const category = defineKind("category", {
  id: field.identity(),
  name: field.requiredText("Name", "Name is required"),
  description: field.freeText("Description", DESCRIPTION_MAX),
  group: field.later(field.freeText("Group", NAME_MAX)),
  icon: field.choice("Icon", CATEGORY_ICON_NAMES, "Icon is required", CATEGORY_ICONS),
  color: field.choice("Color", CATEGORY_COLORS, "Color is required"),
  type: field.choice("Type", FLOWS, "Type must be income or expense"),
  carry: field.later(
    field.choice("What is left", CARRIES, "Carry must be none, surplus or all", CARRY_NAMES),
  ),
  /** Earlier values of `carry` and the months before which they applied, oldest first; absent if never changed. */
  earlierCarries: field.internal(field.later({ ...field.plain(carriesBefore), stored: storedCarries })),
  /**
   * The amount available at the beginning of the month in which the household moved to Coffer; used only if the category
   * carries.
   */
  opening: field.laterOrNull(opening),
  /** The chosen kind; null or absent if it is inferred. Exported as `chosenKind`, since every exported item has a `kind`. */
  kind: field.notExported(field.laterOrNull(chosenKind)),
  /** How people share purchases; null or absent if equally. Copied to transactions entered later. */
  shares: field.laterOrNull(sharesField),
  position: field.managed(field.later(field.count(null, v.pipe(v.number(), v.safeInteger(), v.minValue(0))))),
  /** An archived category keeps its history, but is no longer offered. */
  archived: field.managed(field.later(field.flag(null, "Archived must be true or false"))),
});
