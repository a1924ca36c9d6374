import type { Id } from "@coffer/domain/id";
import type { Person, PortableItem } from "@coffer/domain/portability/portable";

export type LedgerItem = Exclude<PortableItem, { kind: "settings" }>;

/** `createdBy` is set so that an expense without a known payer does not count as the owner's. */
export type RestoredItem = LedgerItem & { createdBy?: Id };
type Tied = { item: RestoredItem | null; isTied: boolean };

/** The payer of expenses that nobody of the household paid. No account has this id. */
const NOBODY = 0;

/**
 * Maps the `people` of a file to those of a household, by address, or by id if the account is gone. References to other
 * people are omitted, so that a file can make no stranger a payer.
 */
export function createTies(people: readonly Person[], household: readonly Person[]) {
  const own = new Map(household.map((person) => [nameOf(person), person.id]));
  const idOf = new Map(people.map((person) => [person.id, own.get(nameOf(person))]));
  const isHousehold = people.length > 0 && household.length > 0;
  return (item: LedgerItem): Tied => withPeople(item, idOf, isHousehold);
}

/** `isHousehold`: an expense without a known payer must not count as the owner's. */
function withPeople(item: LedgerItem, idOf: ReadonlyMap<Id, Id | undefined>, isHousehold: boolean): Tied {
  const all = (ids: readonly Id[]): Id[] | undefined => {
    const own = new Set(ids.flatMap((id) => idOf.get(id) ?? []));
    return own.size === ids.length ? [...own] : undefined;
  };
  const payerOf = (paidBy: Id | undefined) => (paidBy ? all([paidBy])?.[0] : undefined);
  const sharesOf = (shares: Shares): Shares => {
    const ids = shares ? all(shares.map(({ userId }) => userId)) : [];
    return ids && shares?.map((share, index) => ({ ...share, userId: ids[index] ?? NOBODY }));
  };

  switch (item.kind) {
    case "settlement": {
      const [from, to] = all([item.from, item.to]) ?? [];
      return from && to ? { item: { ...item, from, to }, isTied: true } : { item: null, isTied: false };
    }
    case "category": {
      const shares = sharesOf(item.shares);
      return { item: { ...item, shares }, isTied: !item.shares || !!shares };
    }
    case "subscription":
    case "review": {
      const paidBy = payerOf(item.paidBy);
      return { item: { ...item, paidBy }, isTied: !item.paidBy || !!paidBy };
    }
    case "transaction": {
      const shares = sharesOf(item.shares);
      const isShared = !item.shares || !!shares;
      const paidBy = isShared ? payerOf(item.paidBy) : undefined;
      const isNobodys = item.type === "expense" && !paidBy && isHousehold;
      const tied = { ...item, paidBy, shares, ...(isNobodys && { createdBy: NOBODY }) };
      return { item: tied, isTied: isShared && (!item.paidBy || !!paidBy) };
    }
    default:
      return { item, isTied: true };
  }
}

type Shares = Extract<LedgerItem, { kind: "category" }>["shares"];

const nameOf = ({ id, email }: Person): string | Id => email ?? id;
