import type { Permission } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useSavePreferences } from "../../api/account.ts";
import { categoryList } from "../../api/categories.ts";
import { invitation, useAcceptInvitation } from "../../api/sharing.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { MailedLink, PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { useAuth } from "../../session/use-auth.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";

const MAY: Record<Permission, string> = {
  view_only: "You will be able to see it, not to change it.",
  edit_transactions: "You will be able to see it and to change its transactions.",
  edit_categories: "You will be able to see it and to change its transactions, categories and budgets.",
  full_access: "You will be able to see it and to change everything in it.",
  member: "It will belong to you as much as to them: you can change everything in it, and share it.",
};

export function Invitation() {
  const { token } = useParams({ from: "/invitation/$token" });
  const query = useQuery(invitation(token));
  const { user, isLoading } = useAuth();
  const own = useQuery({ ...categoryList(undefined), enabled: user !== null });
  return (
    <MailedLink
      title="Invitation"
      query={query}
      isLoading={isLoading || own.isLoading}
      failed="This invitation could not be opened"
    >
      {({ valid, permissionType, ownerName }) =>
        valid && permissionType ? (
          <Accept
            token={token}
            owner={ownerName ?? "Somebody"}
            permission={permissionType}
            isNew={own.data?.length === 0}
          />
        ) : (
          <PublicEnd
            title="This invitation is no longer valid"
            description="It was used already, or it has expired. Ask for a new one."
            to="/"
            label="Open Coffer"
          />
        )
      }
    </MailedLink>
  );
}

/** `isNew` is true if the user's own budget is empty, as after registering with the invitation. */
type AcceptProps = { token: string; owner: string; permission: Permission; isNew: boolean };

function Accept({ token, owner, permission, isNew }: AcceptProps) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const save = useSavePreferences({ isSilent: true });
  const [isHome, setHome] = useState(isNew);
  const open = () =>
    accept.mutate(token, {
      onSuccess({ ownerId }) {
        // A failure shows a toast, and the budget opens anyway.
        if (isHome) save.mutate({ homeBudget: ownerId });
        return navigate({ to: "/", search: { budget: ownerId } });
      },
    });
  return (
    <PublicPage title={`${owner} shares a budget with you`} description={MAY[permission]}>
      {user ? (
        <>
          <p className="muted">You are signed in as {user.email}.</p>
          <CheckboxField
            label="Make this my home budget"
            hint="It opens when you sign in. You can change this in Settings."
            checked={isHome}
            onChange={(event) => setHome(event.target.checked)}
          />
          <Button fullWidth pending={accept.isPending} pendingLabel="Accepting..." onClick={open}>
            Accept invitation
          </Button>
          <RouterButton to="/" variant="quiet" fullWidth>
            Not now
          </RouterButton>
        </>
      ) : (
        <RouterButton to="/auth" search={{ next: `/invitation/${token}` }} fullWidth>
          Sign in or register to accept
        </RouterButton>
      )}
    </PublicPage>
  );
}
