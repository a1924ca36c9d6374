import type { Category } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import { type Subscription, status, timeRemaining, yearlyCost } from "@coffer/domain/subscription";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { EditButtons } from "../../ui/controls/EditButtons.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { STATUS_TONES } from "./status-tones.ts";

type Props = {
  subscriptions: Subscription[];
  categories: Category[];
  /** Undefined without the permission. */
  onEdit?: (subscription: Subscription) => void;
  onDelete?: (subscription: Subscription) => void;
};

/** Inactive and ended ones too. */
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
      cell: (row) => <Badge tone={STATUS_TONES[status(row, today)]}>{status(row, today)}</Badge>,
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
        <EditButtons name={row.name} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
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
