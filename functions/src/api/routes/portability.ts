import type { portability } from "@coffer/contract/portability";
import type { Core } from "@coffer/core/core";
import { type Cents, toDecimal } from "@coffer/domain/money/money";
import type { PortableItem } from "@coffer/domain/portability/portable";
import type { RoutesOf } from "../route.ts";
import { milestoneOnWire } from "./goals.ts";

export const portabilityRoutes = (core: Core): RoutesOf<typeof portability> => ({
  export: async ({ caller, query }) => {
    const { items, ...part } = await core.portability.export(caller, query.cursor);
    return { ...part, items: items.map(onWire) };
  },
  restore: async ({ budget, body }) => ({ restored: await core.portability.restore(budget, body) }),
});

/** Amounts as decimals, each where it stood: the order of the fields is part of the file. */
function onWire(item: PortableItem) {
  switch (item.kind) {
    case "plan":
      return { ...item, projected: toDecimal(item.projected) };
    case "transaction": {
      const { imported, ...transaction } = item;
      const fingerprint = imported && { imported: { ...imported, references: [...imported.references] } };
      return { ...transaction, amount: toDecimal(item.amount), ...fingerprint };
    }
    case "subscription": {
      const { previousAmount } = item;
      const before = previousAmount === undefined ? {} : { previousAmount: decimalOrNull(previousAmount) };
      return { ...item, amount: toDecimal(item.amount), ...before };
    }
    case "contribution":
      return { ...item, amount: toDecimal(item.amount), balance: toDecimal(item.balance) };
    case "goal":
      return {
        ...item,
        targetAmount: toDecimal(item.targetAmount),
        currentAmount: toDecimal(item.currentAmount),
        milestones: item.milestones.map(milestoneOnWire),
      };
    default:
      return item;
  }
}

const decimalOrNull = (amount: Cents | null) => (amount === null ? null : toDecimal(amount));
