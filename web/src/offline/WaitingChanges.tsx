import { payments, transactionReply, transactions } from "@coffer/contract/transaction";
import { encode } from "@coffer/domain/definition/codec";
import { type Cents, fromDecimal, ZERO } from "@coffer/domain/money/money";
import { type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { transaction } from "@coffer/domain/transaction/definition";
import { useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { invalidate } from "../api/invalidate.ts";
import { PAYMENT_EDIT } from "../api/payment-edit.ts";
import { randomKey } from "../api/use-api-mutation.ts";
import { overCurrent } from "../api/use-save.ts";
import { useMoney } from "../format/money.ts";
import { chooseMine } from "../forms/both-versions.tsx";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { useOpenLedger } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { toast, toastError } from "../ui/overlays/toast.ts";
import { type WaitingWrite, waitingWrites } from "./waiting-writes.ts";
import { decidedIds, isOfReview, isOfTransactions, transactionsOf } from "./with-waiting.ts";
import { forget, resend } from "./write-queue.ts";
import "./WaitingChanges.css";

const TransactionDialog = lazyPart(() => import("../forms/TransactionDialog.tsx"), "TransactionDialog");

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Copied", description: text });
  } catch {
    toastError("This browser did not copy it", "Select the text and copy it yourself.");
  }
}

/** Lists the changes that have not been sent yet, and those that the server refused, with its reason. */
export function WaitingChanges({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const writes = waitingWrites.use();
  const { open, dialog } = useDialog();
  const discard = async (write: WaitingWrite) => {
    await forget(write);
    invalidate(
      client,
      write.budget,
      isOfReview(write) ? "review" : isOfTransactions(write) ? "transactions" : "goals",
    );
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
              {transaction && write.budget === ledgerId && (
                <Button
                  size="small"
                  aria-label={`Edit ${text}`}
                  onClick={() =>
                    open((close) => <TransactionDialog transaction={transaction} onClose={close} />)
                  }
                >
                  Edit
                </Button>
              )}
              {Boolean(write.refused?.current) && (
                <Button
                  size="small"
                  aria-label={`Both versions of ${text}`}
                  onClick={() => void chooseVersion(write)}
                >
                  Both versions
                </Button>
              )}
              {/* There is no clipboard over plain http. */}
              {"clipboard" in navigator && (
                <Button variant="quiet" size="small" onClick={() => void copy(text)}>
                  Copy
                </Button>
              )}
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

const TRANSACTION_EDIT = {
  kind: transaction,
  schema: transactions.update.body,
  read: (current: unknown) => v.parse(transactionReply, current),
};

/** Lets the person resolve a conflict: the other version stays, or the fields of this change overwrite it. */
async function chooseVersion(write: WaitingWrite): Promise<void> {
  const { budget: ledgerId, opened } = write;
  const { kind, schema, read } = write.path.startsWith(payments.add.path) ? PAYMENT_EDIT : TRANSACTION_EDIT;
  const theirs = read(write.refused?.current);
  const mine = await overCurrent({ kind, opened, body: v.parse(schema, write.body), schema }, theirs);
  const isMine = await chooseMine({ kind, ledgerId, mine, theirs });
  if (isMine) await resend(write, { body: encode(schema, mine), version: undefined, key: randomKey() });
  else if (isMine === false) await forget(write);
}

const purchaseOf = (write: WaitingWrite): Purchase | undefined =>
  isOfTransactions(write) && !isOfReview(write) ? purchasesOf(transactionsOf(write))[0] : undefined;

function textOf(write: WaitingWrite, money: (amount: Cents) => string): string {
  const transaction = purchaseOf(write);
  if (transaction) return `${transaction.description}, ${money(transaction.amount)}`;
  if (isOfReview(write)) return `${pluralize(decidedIds(write).length, "decision")} on rows to review`;
  if (write.method === "DELETE") return "Delete a transaction";
  if (write.method === "") return JSON.stringify(write.body);
  return `${money(fromDecimal(Object(write.body).amount) ?? ZERO)} for ${Object(write.standIn).name ?? "a goal"}`;
}
