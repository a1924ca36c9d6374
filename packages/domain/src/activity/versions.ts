import type { Kind } from "../definition/kind.ts";
import { withDaysAlike } from "../time/format-day.ts";
import { fieldText, type Reader } from "./field-text.ts";
import { plain } from "./version-tag.ts";

const shownFields = ({ fields }: Kind) =>
  Object.entries(fields).flatMap(([name, field]) => (field.label === null ? [] : [{ name, ...field }]));

/** Nobody is asked which version of the others is to stay. */
export const isEdited = (kind: Kind): boolean => shownFields(kind).length > 0;

/** A category has one type, so that an edit of either is one of both. */
const TOGETHER = ["type", "categoryId"];

export function untouchedFields(kind: Kind, opened: object, edited: object): string[] {
  const [before, after] = [new Map(Object.entries(opened)), new Map(Object.entries(edited))];
  const isUntouched = (field: string) => plain(before.get(field)) === plain(after.get(field));
  return shownFields(kind)
    .map(({ name }) => name)
    .filter((name) => (TOGETHER.includes(name) ? TOGETHER.every(isUntouched) : isUntouched(name)));
}

type Difference = { field: string; mine: string; theirs: string };

export function differences(kind: Kind, mine: object, theirs: object, reader: Reader): Difference[] {
  const [left, right] = [new Map(Object.entries(mine)), new Map(Object.entries(theirs))];
  return withDaysAlike(reader.today, (formatDay) =>
    shownFields(kind).flatMap((field) => {
      const [ours, other] = [left.get(field.name), right.get(field.name)];
      if (ours === undefined || plain(ours) === plain(other)) return [];
      const writer = { ...reader, formatDay };
      const [mine, theirs] = [fieldText(field, ours, writer), fieldText(field, other, writer)];
      return mine === theirs ? [] : [{ field: field.label ?? "", mine, theirs }];
    }),
  );
}
