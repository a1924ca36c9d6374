import { reauthenticateBody } from "@coffer/contract/user";
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
      description="You will be logged out everywhere at once. Seven days later everything is deleted for good; signing in before then keeps it all."
      {...form.submission}
      onClose={onClose}
      submit="Delete my account"
      variant="destructive"
      pending={leave.isPending}
      pendingLabel="Deleting..."
    >
      <p role="status">
        {counts ? `This goes: ${list.format(counts.goes)}.` : "Counting what goes..."} What others share with
        you stays theirs.
      </p>
      {counts?.keeper && <p>{`Your budget stays with ${counts.keeper}, who is a member of it.`}</p>}
      {counts && counts.people.length > 0 && (
        <p>
          {list.format(counts.people)} can open your budget now, and{" "}
          {counts.people.length === 1 ? "loses" : "lose"} all of it.
        </p>
      )}
      <div>
        <ExportButton />
      </div>
      <PasswordField label="Password" {...form.field("password")} />
    </FormDialog>
  );
}

/** Undefined until all of it is counted. */
function useCounts() {
  const { hasLedger: enabled } = useUser();
  const { data: transactions } = useQuery({ ...transactionSearch(undefined, {}), enabled });
  const { data: categories } = useQuery({ ...categoryList(undefined), enabled });
  const { data: goals } = useQuery({ ...goalList(undefined), enabled });
  const { data: subscriptions } = useQuery({ ...subscriptionList(undefined), enabled });
  const { data: shares } = useQuery({ ...sharedUsers(undefined), enabled });
  if (!enabled) return { goes: [SIGN_IN], people: [] };
  if (!transactions || !categories || !goals || !subscriptions || !shares) return undefined;
  const keeper = shares.find(
    ({ permissionType, status }) => permissionType === "member" && status === "active",
  );
  if (keeper) return { goes: [SIGN_IN], people: [], keeper: displayName(keeper).name };
  const goes = [
    `${transactions.soFar ? "at least " : ""}${pluralize(transactions.total.count, "transaction")}`,
    pluralize(categories.length, "category", "categories"),
    pluralize(goals.length, "goal"),
    pluralize(subscriptions.length, "subscription"),
    pluralize(shares.length, "share"),
    SIGN_IN,
  ];
  return { goes, people: shares.map((share) => displayName(share).name) };
}
