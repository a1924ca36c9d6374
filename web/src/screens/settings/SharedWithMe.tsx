import { fullName, initials } from "@coffer/domain/account/user";
import { PERMISSION_LABELS } from "@coffer/domain/share/sharing";
import { useNavigate } from "@tanstack/react-router";
import { useSavePreferences } from "../../api/account.ts";
import { type OpenLedger, useLeaveBudget } from "../../api/sharing.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { useOpenLedger, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

export function SharedWithMe({ budgets }: { budgets: readonly OpenLedger[] }) {
  const { ledgerId } = useOpenLedger();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const leave = useLeaveBudget();
  const confirmLeave = (budget: OpenLedger) =>
    confirm({
      title: "Leave budget",
      body: `You will no longer see ${budget.name}, unless it is shared with you again.`,
      action: {
        label: "Leave",
        pendingLabel: "Leaving...",
        async run() {
          // Opens the user's own budget first, because the other one cannot be read after leaving.
          if (ledgerId === budget.ownerId)
            await navigate({ to: ".", search: (previous) => ({ ...previous, budget: undefined }) });
          await leave.mutateAsync(budget);
        },
      },
    });
  return (
    <Card title="Budgets shared with me">
      <ul className="shares">
        {budgets.map((owner) => (
          <li key={owner.ownerId} className="share">
            <Avatar initials={initials(owner)} />
            <div className="share-who">
              <p className="share-name" id={`owner-${owner.ownerId}`}>
                {fullName(owner)}
              </p>
              <p className="muted">
                {PERMISSION_LABELS[owner.permissionType]}
                {!owner.opened && " · offered to you"}
              </p>
            </div>
            <RouterButton
              to="/"
              search={({ month }) => ({ month, budget: owner.ownerId })}
              size="small"
              // Preloading would accept an offer.
              preload={owner.opened ? "intent" : false}
              aria-describedby={`owner-${owner.ownerId}`}
            >
              Open
            </RouterButton>
            <Button
              variant="quiet"
              size="small"
              aria-describedby={`owner-${owner.ownerId}`}
              onClick={() => (owner.opened ? confirmLeave(owner) : leave.mutate(owner))}
            >
              {owner.opened ? "Leave" : "Decline"}
            </Button>
          </li>
        ))}
      </ul>
      <HomeBudget opened={budgets.filter((one) => one.opened)} />
    </Card>
  );
}

function HomeBudget({ opened }: { opened: readonly OpenLedger[] }) {
  const { homeBudget } = useUser();
  const save = useSavePreferences();
  if (opened.length === 0) return null;
  return (
    <SelectField
      label="Home budget"
      hint="Opens when you sign in; the daily summary and notifications are about it"
      options={[
        { value: "", label: "My budget" },
        ...opened.map(({ ownerId, name }) => ({ value: ownerId, label: name })),
      ]}
      value={opened.find(({ ownerId }) => ownerId === homeBudget)?.ownerId ?? ""}
      onChoose={(chosen) => save.mutate({ homeBudget: chosen || null })}
    />
  );
}
