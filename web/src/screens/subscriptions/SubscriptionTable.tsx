import { type Category, categoryOf, type Flow } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import { sum } from "@coffer/domain/money/money";
import {
  cancelBy,
  flowOf,
  isAutoRecorded,
  priceChangeText,
  type Subscription,
  type SubscriptionStatus,
  status,
  timeRemaining,
  trialText,
  UPCOMING_DAYS,
  yearlyCost,
} from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { Fragment, type ReactNode, useId } from "react";
import { issuesOf } from "../../api/api-error.ts";
import { usePay, useSkip } from "../../api/subscriptions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";

export const STATUS_TONES = {
  Inactive: "neutral",
  Overdue: "over",
  "Due Today": "info",
  Soon: "info",
  Upcoming: "on-track",
} as const satisfies Record<SubscriptionStatus, string>;

type Props = {
  type: Flow;
  subscriptions: Subscription[];
  categories: Category[];
  formatDate: (day: Day) => string;
  actions: RowActions<Subscription> | undefined;
};

export function SubscriptionTable({ type, subscriptions, categories, formatDate, actions }: Props) {
  const { money, currency } = useMoney();
  const today = useToday();
  const columns: Column<Subscription>[] = [
    {
      header: "Name",
      slot: "title",
      cell: ({ id, name, description, website }) => (
        <>
          {website ? (
            <a href={website} target="_blank" rel="noreferrer">
              {name}
            </a>
          ) : (
            name
          )}
          <LiveMark kind="subscription" id={id} />
          <Note>{description}</Note>
        </>
      ),
    },
    {
      header: "Amount",
      align: "end",
      slot: "value",
      cell: (row) => (
        <>
          <WhyAmount of={row.name} why={`subscription-${row.id}`} text={money(row.amount)} />
          {[`${money(yearlyCost(row))}/year`, priceChangeText(row, currency, today, locale)].map(
            (text) =>
              text && (
                <Note key={text}>
                  <WhyLink of={row.name} why={`subscription-${row.id}`} text={text}>
                    {/* Breaks before "/year" alone. */}
                    {text.split(/(?=\/)/).map((part) => (
                      <Fragment key={part}>
                        <wbr />
                        {part}
                      </Fragment>
                    ))}
                  </WhyLink>
                </Note>
              ),
          )}
        </>
      ),
    },
    { header: "Frequency", cell: (row) => <span className="subscription-frequency">{row.frequency}</span> },
    {
      header: type === "income" ? "Next pay day" : "Next Payment",
      cell: (row) => {
        if (status(row, today) === "Inactive") return "—";
        const lastDay = cancelBy(row, today);
        return (
          <>
            {formatDate(row.nextPaymentDate)}
            <Note>{timeRemaining(row.nextPaymentDate, today)}</Note>
            <Note>{trialText(row, today)}</Note>
            <Note>{lastDay && `Cancel by ${formatDate(lastDay)}`}</Note>
          </>
        );
      },
    },
    {
      header: "Status",
      cell: (row) => <Badge tone={STATUS_TONES[status(row, today)]}>{status(row, today)}</Badge>,
    },
    {
      header: "Category",
      cell: (row) => {
        const category = categoryOf(row, categories);
        return (
          <span className="subscription-category">
            <CategoryBadge {...category} size="small" />
            {category.name}
          </span>
        );
      },
    },
  ];
  if (actions) {
    columns.push({
      header: "Actions",
      slot: "actions",
      cell: (row) => (
        <>
          {status(row, today) !== "Inactive" && <PayButton subscription={row} />}
          <EditButtons name={row.name} row={row} actions={actions} />
        </>
      ),
    });
  }
  const caption = type === "income" ? "Recurring income" : "All Subscriptions";
  return <Table caption={caption} columns={columns} rows={subscriptions} rowKey={({ id }) => id} />;
}

function PayButton({ subscription }: { subscription: Subscription }) {
  const { pay, isPaying, dialog } = usePayment(subscription);
  const done = flowOf(subscription) === "income" ? "received" : "paid";
  return (
    <>
      <IconButton
        icon="check"
        label={`Mark ${subscription.name} as ${done}`}
        // Disabled, it would lose the focus.
        aria-disabled={isPaying}
        onClick={isPaying ? undefined : pay}
      />
      {dialog}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return children && <p className="subscription-note">{children}</p>;
}

const PayDialog = lazyPart(() => import("../../forms/SubscriptionDialog.tsx"), "PayDialog");

/** Pays or skips the next payment. `dialog` asks for the category of a subscription without one. */
export function usePayment(subscription: Subscription) {
  const { ledgerId } = useOpenLedger();
  const paying = usePay(ledgerId);
  const skipping = useSkip(ledgerId);
  const { open, dialog } = useDialog();
  const { id, nextPaymentDate, categoryId } = subscription;
  const choose = () => open((close) => <PayDialog subscription={subscription} onClose={close} />);
  const record = ({ mutate }: typeof paying | typeof skipping) => {
    keepFocusNear();
    // The payment's category may have been deleted since.
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

type PaymentsProps = {
  title: string;
  due: Subscription[];
  /** What the sum of the payments opens; without it no sum is shown. */
  why?: WhyTarget;
  categories: Category[];
  formatDate: (day: Day) => string;
};

export function Payments({ title, due, why, ...shared }: PaymentsProps) {
  const { money } = useMoney();
  const total = money(sum(due.map(({ amount }) => amount)));
  return (
    <Card title={title} action={why && due.length > 0 && <WhyAmount of={title} why={why} text={total} />}>
      {due.length === 0 ? (
        <p className="muted">{`Nothing is due in the next ${UPCOMING_DAYS} days.`}</p>
      ) : (
        <ul className="payments">
          {due.map((subscription) => (
            <Payment key={subscription.id} subscription={subscription} {...shared} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type PaymentProps = Pick<PaymentsProps, "categories" | "formatDate"> & { subscription: Subscription };

function Payment({ subscription, categories, formatDate }: PaymentProps) {
  const { money } = useMoney();
  const { can } = useOpenLedger();
  const today = useToday();
  const nameId = useId();
  const { pay, skip, isPaying, isSkipping, dialog } = usePayment(subscription);
  const { id, name, amount, nextPaymentDate } = subscription;
  const state = status(subscription, today);
  const isDue = state === "Overdue" || state === "Due Today";
  const isRecordedToday = isDue && isAutoRecorded(subscription);
  const named = { size: "small", "aria-describedby": nameId } as const;
  return (
    <li>
      <div className="payment-head">
        <CategoryBadge {...categoryOf(subscription, categories)} />
        <div className="payment-name">
          <h3 id={nameId}>{name}</h3>
          <p className="muted">{formatDate(nextPaymentDate)}</p>
        </div>
        <div className="payment-amount">
          <WhyAmount of={name} why={`subscription-${id}`} text={money(amount)} />
          <Badge tone={STATUS_TONES[state]}>{timeRemaining(nextPaymentDate, today)}</Badge>
        </div>
      </div>
      {isRecordedToday && <p className="muted">Will be recorded automatically today.</p>}
      {can("manage") && !isRecordedToday && (
        <div className="row">
          <Button
            {...named}
            pending={isPaying}
            disabled={isSkipping}
            variant={isDue ? "primary" : "secondary"}
            icon="check"
            onClick={pay}
          >
            {flowOf(subscription) === "income" ? "Mark as received" : "Mark as paid"}
          </Button>
          {isDue && (
            <Button {...named} pending={isSkipping} disabled={isPaying} icon="skip" onClick={skip}>
              Skip
            </Button>
          )}
          {dialog}
        </div>
      )}
    </li>
  );
}
