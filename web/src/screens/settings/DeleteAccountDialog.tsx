import { reauthenticateBody } from "@coffer/contract/user";
import { LEAVING_DAYS } from "@coffer/domain/account/user";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDeleteAccount } from "../../api/account.ts";
import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import { sharedUsers } from "../../api/sharing.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { transactionSearch } from "../../api/transactions.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { useUser } from "../../selection/selection.ts";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { displayName } from "./BudgetSharing.tsx";
import { ExportButton } from "./YourData.tsx";

const SIGN_IN = "your sign-in";
const list = new Intl.ListFormat("en");

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const leave = useDeleteAccount();
  const navigate = useNavigate();
  const counts = useCounts();
  const form = useSchemaForm(reauthenticateBody, {
    defaultValues: { password: "" },
    async save({ password }) {
      await leave.mutateAsync(password);
      await navigate({ to: "/auth", search: {}, replace: true });
    },
  });
  return (
    <FormDialog
      title="Delete account"
      description={`You are logged out everywhere at once. ${LEAVING_DAYS} days later everything is deleted for good, unless you sign in before.`}
      {...form.submission}
      onClose={onClose}
      submit="Delete my account"
      variant="destructive"
      pending={leave.isPending}
      pendingLabel="Deleting..."
    >
      <p role="status">
        {counts
          ? `This will be deleted: ${list.format(counts.deleted)}.`
          : "Counting what will be deleted..."}{" "}
        Budgets that others share with you stay.
      </p>
      {counts?.keeper && <p>{`Your budget stays with ${counts.keeper}, who is a member of it.`}</p>}
      {counts && counts.people.length > 0 && (
        <p>{list.format(counts.people)} can open your budget now, and will lose access.</p>
      )}
      <div>
        <ExportButton />
      </div>
      <PasswordField label="Password" {...form.field("password")} />
    </FormDialog>
  );
}

/** Undefined until everything is counted. */
function useCounts() {
  const { hasLedger: enabled } = useUser();
  const { data: transactions } = useQuery({ ...transactionSearch(undefined, {}), enabled });
  const { data: categories } = useQuery({ ...categoryList(undefined), enabled });
  const { data: goals } = useQuery({ ...goalList(undefined), enabled });
  const { data: subscriptions } = useQuery({ ...subscriptionList(undefined), enabled });
  const { data: shares } = useQuery({ ...sharedUsers(undefined), enabled });
  if (!enabled) return { deleted: [SIGN_IN], people: [] };
  if (!transactions || !categories || !goals || !subscriptions || !shares) return undefined;
  const keeper = shares.find(
    ({ permissionType, status }) => permissionType === "member" && status === "active",
  );
  if (keeper) return { deleted: [SIGN_IN], people: [], keeper: displayName(keeper).name };
  const deleted = [
    `${transactions.soFar ? "at least " : ""}${pluralize(transactions.total.count, "transaction")}`,
    pluralize(categories.length, "category", "categories"),
    pluralize(goals.length, "goal"),
    pluralize(subscriptions.length, "subscription"),
    pluralize(shares.length, "share"),
    SIGN_IN,
  ];
  return { deleted, people: shares.map((share) => displayName(share).name) };
}
