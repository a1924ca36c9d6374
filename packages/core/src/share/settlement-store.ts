import type { Id } from "@coffer/domain/id";
import type { Settlement } from "@coffer/domain/share/balance";

export type SettlementStore = { list(ownerId: Id): Promise<Settlement[]> };
