import { goalList } from "../../api/goals.ts";
import type { Selection } from "../../api/keys.ts";

export const reads = ({ budget }: Pick<Selection, "budget">) => ({ goals: goalList(budget) });
