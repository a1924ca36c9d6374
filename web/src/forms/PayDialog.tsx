import { offeredFor } from "@coffer/domain/category/category";
import { fields } from "@coffer/domain/definition/values";
import { flowOf, type Subscription } from "@coffer/domain/subscription/subscription";
import { usePayInto } from "../api/subscriptions.ts";
import { useCategories, useOpenLedger } from "../selection/selection.ts";
import { CategoryField } from "../ui/fields/SelectField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { chosenCategory } from "./category-schema.ts";

const payForm = fields({ categoryId: chosenCategory });

/** Marks the payment of a subscription without a category as paid. */
export function PayDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const pay = usePayInto(ledgerId);
  const form = useSchemaForm(payForm, {
    defaultValues: { categoryId: "" },
    save: ({ categoryId }) => pay.mutateAsync({ subscription, categoryId }),
    onClose,
  });
  return (
    <FormDialog
      title="Mark as paid"
      description={`“${subscription.name}” has no category. Choose the one that its payments belong to.`}
      size="small"
      {...form.submission}
      submit="Mark as paid"
    >
      <CategoryField offered={offeredFor(flowOf(subscription), categories)} {...form.field("categoryId")} />
    </FormDialog>
  );
}
