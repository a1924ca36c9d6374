import { PERMISSION_LABELS } from "@coffer/domain/sharing";
import { fullName, initials } from "@coffer/domain/user";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sharedWithMe } from "../../api/shared-with-me.ts";
import { LeaveBudget } from "../../forms/LeaveBudget.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Card } from "../../ui/display/Card.tsx";

/** The budgets of others that one may open; nothing at all where there are none. */
export function SharedWithMe() {
  const { data: budgets = [] } = useQuery(sharedWithMe);
  const [leaving, setLeaving] = useState<(typeof budgets)[number] | null>(null);
  if (budgets.length === 0) return null;
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
              <p className="muted">{PERMISSION_LABELS[owner.permissionType]}</p>
            </div>
            <RouterButton
              to="/"
              search={({ month }) => ({ month, budget: owner.ownerId })}
              variant="secondary"
              size="small"
              aria-describedby={`owner-${owner.ownerId}`}
            >
              Open
            </RouterButton>
            <Button
              variant="quiet"
              size="small"
              aria-describedby={`owner-${owner.ownerId}`}
              onClick={() => setLeaving(owner)}
            >
              Leave
            </Button>
          </li>
        ))}
      </ul>
      {leaving && <LeaveBudget owner={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}
