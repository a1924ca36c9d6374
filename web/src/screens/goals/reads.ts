import { goalList } from "../../api/goals.ts";
import type { Selection } from "../../api/query-key.ts";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({ goals: goalList(ledgerId) });
