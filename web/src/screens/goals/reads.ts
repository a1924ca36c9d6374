import { goalList } from "../../api/goals.ts";
import type { Selection } from "../../api/query-key.ts";

export const reads = ({ budget }: Pick<Selection, "budget">) => ({ goals: goalList(budget) });
