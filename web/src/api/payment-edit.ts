import { snapshotReply } from "@coffer/contract/activity";
import { payments } from "@coffer/contract/transaction";
import { payment } from "@coffer/domain/payment/definition";
import { draftOfPayment } from "@coffer/domain/payment/payment";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";

/** How an edit compares and shows a payment's versions; `read` parses the one in a conflict's reply. */
export const PAYMENT_EDIT = {
  kind: payment,
  schema: payments.update.body,
  read: (current: unknown) => asPayment(v.parse(snapshotReply("payment"), current)),
};

export function asPayment({ lines }: { lines: Transaction[] }): object {
  const [first] = lines;
  return first ? draftOfPayment({ ...first, lines }) : {};
}
