import type { Transaction } from "@coffer/domain/transaction";
import { useDeleteTransaction } from "../api/transactions.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { transaction: Transaction; onClose: () => void };

/** Asks before a transaction is deleted. It goes at once: the server's refusal would bring it back. */
export function DeleteTransaction({ transaction, onClose }: Props) {
  const remove = useDeleteTransaction(useOpenBudget().budget);
  const { signed } = useMoney();
  const { description, amount, type } = transaction;
  return (
    <ConfirmDialog
      title="Delete Transaction"
      action="Delete"
      pending={false}
      onConfirm={() => {
        remove.mutate(transaction);
        onClose();
      }}
      onCancel={onClose}
    >
      Are you sure you want to delete “{description}” ({signed(amount, type)})? This cannot be undone.
    </ConfirmDialog>
  );
}
