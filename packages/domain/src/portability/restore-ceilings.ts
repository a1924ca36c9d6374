import { CEILINGS, MOST_SETTLEMENTS, RESTORE_TIMES } from "../ceilings.ts";
import { keysOf } from "../keys.ts";

/** The maximum number of things of a kind that a restore accepts. */
export const RESTORE_CEILINGS = {
  category: CEILINGS.category * RESTORE_TIMES,
  subscription: CEILINGS.subscription * RESTORE_TIMES,
  goal: CEILINGS.goal * RESTORE_TIMES,
  account: CEILINGS.account * RESTORE_TIMES,
  settlement: MOST_SETTLEMENTS,
};
export type RestoredKind = keyof typeof RESTORE_CEILINGS;
export const RESTORED_KINDS = keysOf(RESTORE_CEILINGS);

const NAMES: Record<RestoredKind, string> = {
  category: "categories",
  subscription: "subscriptions",
  goal: "goals",
  account: "accounts",
  settlement: "settlements",
};

/** The first kind with too many items; `before` counts the items of earlier parts. */
export function kindBeyond(
  items: readonly { kind: string }[],
  before: (kind: RestoredKind) => number = () => 0,
): RestoredKind | undefined {
  return RESTORED_KINDS.find((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return count > 0 && before(kind) + count > RESTORE_CEILINGS[kind];
  });
}

export const tooManyToRestore = (kind: RestoredKind): string =>
  `A restore accepts at most ${RESTORE_CEILINGS[kind].toLocaleString("en-US")} ${NAMES[kind]}. Remove or combine some in the file, then restore it into an empty budget.`;
