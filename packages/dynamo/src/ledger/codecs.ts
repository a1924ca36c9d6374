import type { Kind } from "@coffer/core/ledger/ledger";
import { monthCodec, planCodec } from "../budget/months.ts";
import { categoryCodec } from "../category/categories.ts";
import { goalCodec, milestoneCodec } from "../goal/goals.ts";
import { importCodec } from "../import/undone-imports.ts";
import { settlementCodec } from "../share/settlements.ts";
import { subscriptionCodec } from "../subscription/subscriptions.ts";
import { transactionCodec } from "../transaction/transactions.ts";
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
