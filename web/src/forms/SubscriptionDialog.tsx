import { amountText } from "@coffer/domain/amount";
import type { Currency } from "@coffer/domain/money";
import { DEFAULT_NOTIFY_DAYS, FREQUENCIES, type Subscription } from "@coffer/domain/subscription";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../api/categories.ts";
import { useSaveSubscription } from "../api/subscriptions.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget, useToday } from "../shell/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "./base/FormActions.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { subscriptionForm } from "./subscription-schema.ts";

const FREQUENCY_OPTIONS = FREQUENCIES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
const BLANK = {
  name: "",
  amount: "",
  frequency: "monthly",
  endDate: "",
  categoryId: "",
  notifyBeforeDays: String(DEFAULT_NOTIFY_DAYS),
  autoCreateTransaction: false,
  active: true,
  description: "",
  website: "",
  notes: "",
} as const;

type Props = {
  /** Undefined for a new one. */
  subscription?: Subscription;
  onClose: () => void;
};

export function SubscriptionDialog({ subscription, onClose }: Props) {
  const { budget } = useOpenBudget();
  const { data: categories = [] } = useQuery(categoryList(budget));
  const save = useSaveSubscription(budget);
  const { currency } = useMoney();
  const today = useToday();
  const form = useSchemaForm(subscriptionForm(currency), {
    defaultValues: subscription ? toFormValues(subscription, currency) : { ...BLANK, startDate: today },
    async save(read) {
      await save.mutateAsync({ ...read, ...(subscription && { id: subscription.id }) });
      onClose();
    },
  });
  const offered = categories.filter(({ type, id }) => type === "expense" || id === subscription?.categoryId);
  return (
    <Dialog
      title={subscription ? "Edit Subscription" : "Add Subscription"}
      onClose={onClose}
      busy={save.isPending}
    >
      <form className="fields" noValidate onSubmit={form.submit}>
        <TextField label="Name" required {...form.field("name")} />
        <div className="fields-2">
          <MoneyField label="Amount" required currency={currency} {...form.field("amount")} />
          <SelectField label="Frequency" required options={FREQUENCY_OPTIONS} {...form.field("frequency")} />
          <TextField type="date" label="Start date" required {...form.field("startDate")} />
          <TextField
            type="date"
            label="End date"
            hint="Leave empty if it has no end"
            {...form.field("endDate")}
          />
        </div>
        <SelectField
          label="Category"
          required
          placeholder={offered.length > 0 ? "Choose a category" : "No categories available"}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field("categoryId")}
        />
        <CheckboxField
          variant="switch"
          label="Create transactions automatically"
          hint="Each payment is recorded on its due date"
          {...form.field("autoCreateTransaction")}
        />
        <CheckboxField
          variant="switch"
          label="Active"
          hint="Included in totals and upcoming payments"
          {...form.field("active")}
        />
        <TextField
          label="Notify before (days)"
          inputMode="numeric"
          hint="How many days ahead the daily summary mentions a payment"
          {...form.field("notifyBeforeDays")}
        />
        <TextField label="Description" {...form.field("description")} />
        <TextField label="Website" type="url" placeholder="https://" {...form.field("website")} />
        <TextAreaField label="Notes" {...form.field("notes")} />
        <FormActions
          submit={subscription ? "Save changes" : "Add Subscription"}
          pending={save.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function toFormValues({ id, nextPaymentDate, ...subscription }: Subscription, currency: Currency) {
  const { amount, endDate, categoryId, notifyBeforeDays, description, website, notes } = subscription;
  return {
    ...subscription,
    amount: amountText(amount, currency),
    endDate: endDate ?? "",
    categoryId: categoryId === null ? "" : String(categoryId),
    notifyBeforeDays: String(notifyBeforeDays),
    description: description ?? "",
    website: website ?? "",
    notes: notes ?? "",
  };
}
