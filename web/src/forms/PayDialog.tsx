import { offeredFor } from "@coffer/domain/category/category";
import { flowOf, type Subscription } from "@coffer/domain/subscription/subscription";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { refusalOf } from "../api/api-error.ts";
import { categoryList } from "../api/categories.ts";
import { usePayInto } from "../api/subscription-changes.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { CategoryField } from "../ui/fields/CategoryField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";

type Props = { subscription: Subscription; onClose: () => void };

/** Marks the payment of a subscription without a category as paid. */
export function PayDialog({ subscription, onClose }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useQuery(categoryList(ledgerId));
  const pay = usePayInto(ledgerId);
  const [chosen, setChosen] = useState("");
  const [isMissing, setMissing] = useState(false);
  const offered = offeredFor(flowOf(subscription), categories);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === "") return setMissing(true);
    pay.mutate({ subscription, categoryId: Number(chosen) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Mark as paid"
      description={`“${subscription.name}” has no category. Choose the one that its payments belong to.`}
      size="small"
      onClose={onClose}
      onSubmit={submit}
      submit="Mark as paid"
      pending={pay.isPending}
      error={refusalOf(pay.error)}
    >
      <CategoryField
        offered={offered}
        value={chosen}
        error={isMissing && chosen === "" ? "Category is required" : undefined}
        onChange={(event) => setChosen(event.target.value)}
      />
    </FormDialog>
  );
}
