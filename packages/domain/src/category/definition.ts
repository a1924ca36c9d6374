import * as v from "valibot";
import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { DESCRIPTION_MAX, month, NAME_MAX, storedMonth } from "../definition/values.ts";
import { sharesField } from "../share/shares.ts";
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
  /** The carry in the months before one, from the oldest; absent where the carry was never changed. */
  earlierCarries: field.internal(field.later({ ...field.plain(carriesBefore), stored: storedCarries })),
  /** As a person chose it; null or absent where it is worked out. A line of a file says by `kind` what it is of. */
  kind: field.notExported(field.laterOrNull(chosenKind)),
  /** For whom purchases are; null or absent where all share them alike. Copied to what is entered from then on. */
  shares: field.laterOrNull(sharesField),
  position: field.managed(field.later(field.count(null, v.pipe(v.number(), v.safeInteger(), v.minValue(0))))),
  /** Keeps its history, but is offered no more. */
  archived: field.managed(field.later(field.flag(null, "Archived must be true or false"))),
});
