import { type Flow, offeredFor } from "@coffer/domain/category/category";
import { fields } from "@coffer/domain/definition/values";
import { DEFAULT_NOTIFY_DAYS, subscription as kind } from "@coffer/domain/subscription/definition";
import { FREQUENCIES, nextPayment, RHYTHMS } from "@coffer/domain/subscription/rhythm";
import { flowOf, type Subscription } from "@coffer/domain/subscription/subscription";
import { type Day, parseDay } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { usePayInto, useSaveSubscription } from "../api/subscriptions.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useCategories, useOpenLedger, useToday } from "../selection/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { CategoryField, SelectField } from "../ui/fields/SelectField.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { FlowField } from "./base/choice-fields.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { chosenCategory, subscriptionForm } from "./schemas.ts";
import { PayerField } from "./WhoPaid.tsx";

type Typed = {
  [Name in "startDate" | "frequency" | "secondDay" | "trialEndDate" | "type"]?: string | undefined;
};

/** A new subscription that starts today or earlier is first due after today. */
function firstPaymentHint(typed: Typed, today: Day, opened: Subscription | undefined): string | undefined {
  const startDate = parseDay(typed.startDate ?? "");
  const frequency = FREQUENCIES.find((one) => one === typed.frequency);
  if (opened || !startDate || !frequency) return undefined;
  const trialEndDate = parseDay(typed.trialEndDate ?? "") ?? null;
  const secondDay = Number(typed.secondDay) || null;
  const first = nextPayment({ startDate, frequency, trialEndDate, secondDay }, today);
  return `${typed.type === "income" ? "First pay day" : "First payment"} on ${formatDay(first, today, locale)}`;
}

const FREQUENCY_OPTIONS = FREQUENCIES.map((value) => ({ value, label: RHYTHMS[value].label }));
const TITLES = { expense: "Subscription", income: "Recurring income" };
const NEW = { frequency: "monthly", active: true, notifyBeforeDays: DEFAULT_NOTIFY_DAYS } as const;

type Props = {
  subscription?: Subscription | undefined;
  /** The type of a new subscription: that of the list in which it is added. */
  type?: Flow;
  suggested?: Pick<Subscription, "name" | "amount" | "frequency" | "categoryId"> & { date: Day };
  onClose: () => void;
};

export function SubscriptionDialog({ subscription, type: newType = "expense", suggested, onClose }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const save = useSaveSubscription(ledgerId);
  const { currency } = useMoney();
  const today = useToday();
  const form = useSchemaForm(subscriptionForm(currency), {
    defaultValues: typedValues(
      kind,
      subscription
        ? { ...subscription, type: flowOf(subscription) }
        : { ...NEW, type: newType, startDate: suggested?.date ?? today, ...suggested },
      currency,
    ),
    save: (read) => save.mutateAsync({ body: read, opened: subscription }),
    onClose,
  });
  const changeType = () => {
    // Clears fields that income does not have, which would be refused unseen.
    for (const name of ["categoryId", "trialEndDate", "cancelNoticeDays"] as const) form.setValue(name, "");
    form.setValue("notifyBeforeDays", String(DEFAULT_NOTIFY_DAYS));
  };
  const type = form.watch("type") ?? "expense";
  const isIncome = type === "income";
  const offered = offeredFor(type, categories, subscription?.categoryId ?? undefined);
  return (
    <FormDialog
      title={`${subscription ? "Edit" : "Add"} ${TITLES[type]}`}
      {...form.submission}
      submit={subscription ? "Save changes" : `Add ${TITLES[type]}`}
    >
      <FlowField {...form.field("type", changeType)} />
      <TextField label="Name" required {...form.field("name")} />
      <div className="fields-2">
        <MoneyField label="Amount" required currency={currency} {...form.field("amount")} />
        <SelectField label="Frequency" required options={FREQUENCY_OPTIONS} {...form.field("frequency")} />
        <DateField
          label="Start date"
          required
          hint={firstPaymentHint(form.watch(), today, subscription)}
          {...form.field("startDate")}
        />
        {form.watch("frequency") === "semimonthly" && (
          <TextField
            label="Second day of the month"
            inputMode="numeric"
            hint="In addition to the start date's day. Leave empty for half a month after it"
            {...form.field("secondDay")}
          />
        )}
        <DateField label="End date" hint="Leave empty if it has no end" {...form.field("endDate")} />
        {!isIncome && (
          <>
            <DateField
              label="Trial ends"
              hint="The first payment is on this day"
              {...form.field("trialEndDate")}
            />
            <TextField
              label="Cancellation notice (days)"
              inputMode="numeric"
              hint="How many days before a payment it has to be cancelled"
              {...form.field("cancelNoticeDays")}
            />
          </>
        )}
      </div>
      <CategoryField offered={offered} {...form.field("categoryId")} />
      {!isIncome && (
        <>
          <PayerField
            label="Paid by"
            hint="Payments are shared as the category says"
            value={form.watch("paidBy")}
            onChange={(paidBy) => form.setValue("paidBy", paidBy)}
          />
          <CheckboxField
            variant="switch"
            label="Create transactions automatically"
            hint="Each payment is recorded on its due date"
            {...form.field("autoCreateTransaction")}
          />
        </>
      )}
      <CheckboxField
        variant="switch"
        label="Active"
        hint={
          isIncome ? "Recorded automatically on each pay day" : "Included in totals and upcoming payments"
        }
        {...form.field("active")}
      />
      {!isIncome && (
        <TextField
          label="Notify before (days)"
          inputMode="numeric"
          hint="How many days ahead the daily summary mentions a payment"
          {...form.field("notifyBeforeDays")}
        />
      )}
      <TextField label="Description" {...form.field("description")} />
      <TextField label="Website" type="url" placeholder="https://" {...form.field("website")} />
      <TextAreaField label="Notes" {...form.field("notes")} />
    </FormDialog>
  );
}

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
