import type { Category } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import { type Subscription, status, timeRemaining, yearlyCost } from "@coffer/domain/subscription";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { categoryOf, TONES } from "./looks.ts";

type Props = {
  subscriptions: Subscription[];
  categories: Category[];
  /** Left out where one may only look. */
  onEdit?: (subscription: Subscription) => void;
  onDelete?: (subscription: Subscription) => void;
};

/** Every subscription, those at rest and those that have ended too. */
export function SubscriptionTable({ subscriptions, categories, onEdit, onDelete }: Props) {
  const { money } = useMoney();
  const today = useToday();
  const columns: Column<Subscription>[] = [
    { key: "name", header: "Name", slot: "title", cell: (row) => <Name {...row} /> },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      slot: "value",
      cell: (row) => (
        <>
          <Amount text={money(row.amount)} />
          <p className="subscription-note">{money(yearlyCost(row))}/year</p>
        </>
      ),
    },
    {
      key: "frequency",
      header: "Frequency",
      cell: ({ frequency }) => <span className="subscription-frequency">{frequency}</span>,
    },
    {
      key: "next",
      header: "Next Payment",
      cell: (row) =>
        status(row, today) === "Inactive" ? (
          "—"
        ) : (
          <>
            {formatDay(row.nextPaymentDate, today)}
            <p className="subscription-note">{timeRemaining(row.nextPaymentDate, today)}</p>
          </>
        ),
    },
    {
      key: "status",
      header: "Status",
      cell: (row) => <Badge tone={TONES[status(row, today)]}>{status(row, today)}</Badge>,
    },
    {
      key: "category",
      header: "Category",
      cell: (row) => {
        const { name, icon, color } = categoryOf(row, categories);
        return (
          <span className="subscription-category">
            <CategoryBadge icon={icon} color={color} size="small" />
            {name}
          </span>
        );
      },
    },
  ];
  if (onEdit && onDelete) {
    columns.push({
      key: "actions",
      header: "Actions",
      slot: "actions",
      cell: (row) => (
        <>
          <IconButton icon="edit" label={`Edit ${row.name}`} onClick={() => onEdit(row)} />
          <IconButton icon="trash" tone="over" label={`Delete ${row.name}`} onClick={() => onDelete(row)} />
        </>
      ),
    });
  }
  return <Table caption="All Subscriptions" columns={columns} rows={subscriptions} rowKey={({ id }) => id} />;
}

function Name({ name, description, website }: Subscription) {
  return (
    <>
      {website ? (
        <a href={website} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {description && <p className="subscription-note">{description}</p>}
    </>
  );
}
