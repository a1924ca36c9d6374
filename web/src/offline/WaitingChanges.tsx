import { type Cents, fromDecimal, ZERO } from "@coffer/domain/money/money";
import { type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "../api/invalidate.ts";
import { useMoney } from "../format/money.ts";
import { useDialog } from "../forms/base/use-dialog.tsx";
import { lazyComponent } from "../loading/lazy.ts";
import { useOpenBudget } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { type WaitingWrite, waitingWrites } from "./waiting-writes.ts";
import { isOfTransactions, transactionsOf } from "./with-waiting.ts";
import { forget } from "./write-queue.ts";
import "./WaitingChanges.css";

const TransactionDialog = lazyComponent(() => import("../forms/TransactionDialog.tsx"), "TransactionDialog");

/** What has not left this browser yet, and what the server turned down, with its reason. */
export function WaitingChanges({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const writes = waitingWrites.use();
  const { open, dialog } = useDialog();
  const discard = async (write: WaitingWrite) => {
    await forget(write);
    invalidate(client, write.budget, isOfTransactions(write) ? "transactions" : "goals");
  };
  return (
    <Dialog title="Waiting for the network" onClose={onClose}>
      {writes.length === 0 && <p>Everything has been sent.</p>}
      <ul className="waiting-changes" aria-label="Waiting changes">
        {writes.map((write) => {
          const transaction = purchaseOf(write);
          const text = textOf(write, money);
          return (
            <li key={write.order}>
              <p className="grow">
                {text}
                {write.refused && <strong className="waiting-refusal">{write.refused.message}</strong>}
              </p>
              {transaction && write.budget === budget && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Edit ${text}`}
                  onClick={() =>
                    open((close) => <TransactionDialog transaction={transaction} onClose={close} />)
                  }
                >
                  Edit
                </Button>
              )}
              <Button variant="quiet" size="small" onClick={() => void navigator.clipboard.writeText(text)}>
                Copy
              </Button>
              <Button
                variant="destructive"
                size="small"
                aria-label={`Discard ${text}`}
                onClick={() => void discard(write)}
              >
                Discard
              </Button>
            </li>
          );
        })}
      </ul>
      {dialog}
    </Dialog>
  );
}

/** What is there of a change to edit: a payment's lines are one purchase. */
const purchaseOf = (write: WaitingWrite): Purchase | undefined =>
  isOfTransactions(write) ? purchasesOf(transactionsOf(write))[0] : undefined;

function textOf(write: WaitingWrite, money: (amount: Cents) => string): string {
  const transaction = purchaseOf(write);
  if (transaction) return `${transaction.description}, ${money(transaction.amount)}`;
  if (write.method === "DELETE") return "Delete a transaction";
  return `${money(fromDecimal(Object(write.body).amount) ?? ZERO)} for ${Object(write.standIn).name ?? "a goal"}`;
}
