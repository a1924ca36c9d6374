import { reauthenticateBody } from "@coffer/contract/user";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDeleteAccount } from "../../api/account.ts";
import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import { sharedUsers } from "../../api/shared-users.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { transactionSearch } from "../../api/transactions.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { useUser } from "../../session/auth-context.tsx";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { ExportButton } from "./ExportButton.tsx";

/** Says what goes, offers to take it along, and asks for the password. */
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
      onClose={onClose}
      {...form.submission}
      submit="Delete my account"
      variant="destructive"
      pending={leave.isPending}
      pendingLabel="Deleting..."
    >
      <p role="status">
        {counts ? `This goes: ${counts.goes}.` : "Counting what goes..."} What others share with you stays
        theirs.
      </p>
      {counts?.keeper && <p>{`Your budget stays with ${counts.keeper}, who is a member of it.`}</p>}
      {counts && counts.people.length > 0 && (
        <p>
          {new Intl.ListFormat("en").format(counts.people)} can open your budget now, and{" "}
          {counts.people.length === 1 ? "loses" : "lose"} all of it.
        </p>
      )}
      <div>
        <ExportButton />
      </div>
      <PasswordField label="Password" required autoComplete="current-password" {...form.field("password")} />
    </FormDialog>
  );
}

type Counts = { goes: string; people: string[]; keeper?: string | undefined };

/** Counts of one's own budget, unless another member keeps it; undefined until all of it is counted. */
function useCounts(): Counts | undefined {
  const { hasLedger: enabled } = useUser();
  const transactions = useQuery({ ...transactionSearch(undefined, {}), enabled });
  const categories = useQuery({ ...categoryList(undefined), enabled });
  const goals = useQuery({ ...goalList(undefined), enabled });
  const subscriptions = useQuery({ ...subscriptionList(undefined), enabled });
  const shares = useQuery({ ...sharedUsers(undefined), enabled });
  const signIn = "your sign-in";
  if (!enabled) return { goes: signIn, people: [] };
  if (!transactions.data || !categories.data || !goals.data || !subscriptions.data || !shares.data)
    return undefined;
  const text = [
    `${transactions.data.soFar ? "at least " : ""}${pluralize(transactions.data.total.count, "transaction")}`,
    pluralize(categories.data.length, "category", "categories"),
    pluralize(goals.data.length, "goal"),
    pluralize(subscriptions.data.length, "subscription"),
    pluralize(shares.data.length, "share"),
  ].join(", ");
  const nameOf = ({ sharedWithUser: user }: (typeof shares.data)[number]) =>
    user ? `${user.firstName ?? ""} ${user.lastName ?? ""}`.trim() || user.email : "Unknown user";
  const keeper = shares.data.find(
    ({ permissionType, status }) => permissionType === "member" && status === "active",
  );
  if (keeper) return { goes: signIn, people: [], keeper: nameOf(keeper) };
  return { goes: `${text}, and ${signIn}`, people: shares.data.map(nameOf) };
}
