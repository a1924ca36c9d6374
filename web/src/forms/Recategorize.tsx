import { type Category, offeredFor } from "@coffer/domain/category/category";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from "react";
import { useMoveTransaction } from "../api/transactions.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { keepFocusNear, rowPositionOf } from "../ui/overlays/focus-near.ts";
import type { Moved } from "./AlikeOffer.tsx";
import "./Recategorize.css";

type Props = Pick<ComponentProps<"select">, "onBlur"> & {
  transaction: Transaction;
  categories: readonly Category[];
  /** Opens the list of categories at once. */
  isOpen?: boolean;
  onMoved: (moved: Moved) => void;
};

export function Recategorize({ transaction, categories, isOpen = false, onBlur, onMoved }: Props) {
  const move = useMoveTransaction(useOpenLedger().ledgerId);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    select.current?.focus();
    // Some browsers open a select only when it is pressed; there it just gets the focus.
    try {
      select.current?.showPicker();
    } catch {}
  }, [isOpen]);
  return (
    <select
      ref={select}
      className="recategorize"
      aria-label={`Category of ${transaction.description}`}
      value={transaction.categoryId}
      onBlur={onBlur}
      onKeyDown={openByKey}
      onChange={({ currentTarget }) => {
        const category = categories.find(({ id }) => String(id) === currentTarget.value);
        if (!category) return;
        // The row may be removed from the list.
        keepFocusNear(rowPositionOf(currentTarget));
        // Not `mutate`, whose callbacks do not run after the row is unmounted.
        void move.mutateAsync({ transaction, category }).then(
          () => onMoved({ transaction, category }),
          () => {},
        );
        if (isOpen) currentTarget.blur();
      }}
    >
      {offeredFor(transaction.type, categories, transaction.categoryId).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/**
 * Opens the list at the first key. On some systems an arrow key changes a closed select, which would move the
 * transaction at once. Safari opens the list by itself.
 */
function openByKey(event: KeyboardEvent<HTMLSelectElement>) {
  if (!("showPicker" in event.currentTarget)) return;
  const isChoice = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|.)$/u.test(event.key);
  if (!isChoice || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
