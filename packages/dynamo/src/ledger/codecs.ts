import type { Kind } from "@coffer/core/ledger/ledger";
import { monthCodec, planCodec } from "../budget/plan-codec.ts";
import { categoryCodec } from "../category/category-codec.ts";
import { goalCodec, milestoneCodec } from "../goal/goal-codec.ts";
import { importCodec } from "../import/undone-imports.ts";
import { settlementCodec } from "../share/settlements.ts";
import { subscriptionCodec } from "../subscription/subscription-codec.ts";
import { transactionCodec } from "../transaction/transaction-codec.ts";
import type { Codec } from "./codec.ts";

export const CODECS: { [K in Kind]: Codec<K> } = {
  transaction: transactionCodec,
  category: categoryCodec,
  plan: planCodec,
  month: monthCodec,
  goal: goalCodec,
  milestone: milestoneCodec,
  subscription: subscriptionCodec,
  import: importCodec,
  settlement: settlementCodec,
};
