import type { Subscription } from "@coffer/domain/subscription/subscription";
import { issuesOf } from "../../api/api-error.ts";
import { usePay, useSkip } from "../../api/subscriptions.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";

const PayDialog = lazyPart(() => import("../../forms/PayDialog.tsx"), "PayDialog");

/** Pays or skips the next payment of a subscription; one without a category is asked for it in `dialog`. */
export function usePayment(subscription: Subscription) {
  const { ledgerId } = useOpenLedger();
  const paying = usePay(ledgerId);
  const skipping = useSkip(ledgerId);
  const { open, dialog } = useDialog();
  const { id, nextPaymentDate, categoryId } = subscription;
  const choose = () => open((close) => <PayDialog subscription={subscription} onClose={close} />);
  const record = ({ mutate }: typeof paying | typeof skipping) => {
    keepFocusNear();
    // The payment's category may have been deleted meanwhile.
    const onError = (error: Error) => "categoryId" in issuesOf(error) && choose();
    mutate({ id, dueDate: nextPaymentDate }, { onError });
  };
  return {
    pay: () => (categoryId === null ? choose() : record(paying)),
    skip: () => record(skipping),
    isPaying: paying.isPending,
    isSkipping: skipping.isPending,
    dialog,
  };
}
