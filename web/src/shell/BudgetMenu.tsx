import { initials } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { defaultLedgerName, inlineLabel } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { useSavePreferences } from "../api/account.ts";
import { FIVE_MINUTES } from "../api/call.ts";
import { ledger } from "../api/people.ts";
import { type OpenLedger, useLeaveBudget } from "../api/sharing.ts";
import { RouterMenuLink } from "../links/router-links.tsx";
import { useOpenLedger, useUser } from "../selection/selection.ts";
import { Icon } from "../ui/base/Icon.tsx";
import { Avatar } from "../ui/display/Avatar.tsx";
import { Menu, MenuItem } from "../ui/overlays/Menu.tsx";
import "./BudgetMenu.css";

export function BudgetMenu({ shared }: { shared: readonly OpenLedger[] }) {
  const { ledgerId, owner } = useOpenLedger();
  const user = useUser();
  const { id, homeBudget, hasLedger } = user;
  const { data: own } = useQuery({
    ...ledger(ledgerId === undefined ? undefined : id),
    enabled: hasLedger,
    staleTime: FIVE_MINUTES,
  });
  const navigate = useNavigate();
  const save = useSavePreferences();
  const opened = shared.filter((one) => one.opened);
  const offered = shared.filter((one) => !one.opened);
  const mine = own && own.name !== defaultLedgerName(user) ? own.name : "My budget";
  const name = owner ? owner.name : mine;
  const short = { "My budget": "My", [defaultLedgerName(owner)]: owner?.firstName }[name] ?? name;
  const [firstName = "", lastName = ""] = name.split(/\s+/);
  const begin = () =>
    save.mutate(
      { homeBudget: id },
      {
        onSuccess: () =>
          navigate({ to: ".", search: ({ month }) => ({ month, budget: undefined }), replace: true }),
      },
    );
  const isHome = ledgerId !== undefined && homeBudget === ledgerId;
  const access = owner && `${inlineLabel(owner.permissionType)}${isHome ? " · your home budget" : ""}`;
  return (
    <Menu
      label={`Open budget: ${name}${access ? ` · ${access}` : ""}${offered.length > 0 ? "; one is offered to you" : ""}`}
      trigger={
        <span className="switcher">
          <Avatar initials={initials({ firstName, lastName })} />
          <span className="switcher-name">
            {/* Narrow windows have room for the name only. */}
            <span className="switcher-short">{short}</span>
            <span className="switcher-long">{name}</span>
            {access && <span className="switcher-access">{access}</span>}
          </span>
          {offered.length > 0 && <span className="switcher-offer" />}
          <Icon name="chevron-down" />
        </span>
      }
    >
      {hasLedger ? (
        <BudgetLink current={ledgerId === undefined}>{mine}</BudgetLink>
      ) : (
        <MenuItem icon="plus" onClick={begin}>
          Start a budget of my own
        </MenuItem>
      )}
      {opened.map(({ ownerId, name, permissionType }) => (
        <BudgetLink key={ownerId} owner={ownerId} current={ledgerId === ownerId}>
          {name} · {inlineLabel(permissionType)}
        </BudgetLink>
      ))}
      {homeBudget === null && ledgerId !== undefined && owner?.permissionType === "full_access" && (
        <MenuItem icon="dashboard" onClick={() => save.mutate({ homeBudget: ledgerId })}>
          Make this my home budget
        </MenuItem>
      )}
      {offered.map((offer) => (
        <Offer key={offer.ownerId} offer={offer} />
      ))}
    </Menu>
  );
}

/** A share that is not accepted yet. Opening its budget accepts it. */
function Offer({ offer }: { offer: OpenLedger }) {
  const leave = useLeaveBudget();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups of items, not fieldsets.
    <div role="group" className="offer" aria-labelledby={id}>
      <p id={id}>
        {offer.firstName} shared a budget with you · {inlineLabel(offer.permissionType)}
      </p>
      <RouterMenuLink
        to="."
        search={({ month }) => ({ month, budget: offer.ownerId })}
        icon="check"
        // Preloading would accept the share.
        preload={false}
      >
        Open {offer.name}
      </RouterMenuLink>
      <MenuItem icon="close" onClick={() => leave.mutate(offer)}>
        Decline
      </MenuItem>
    </div>
  );
}

/** Opens a budget on the same screen, without the current filters and page. */
function BudgetLink({ owner, current, children }: { owner?: Id; current: boolean; children: ReactNode }) {
  return (
    <RouterMenuLink
      to="."
      search={({ month }) => ({ month, budget: owner })}
      icon={current ? "check" : "users"}
      aria-current={current || undefined}
    >
      {children}
    </RouterMenuLink>
  );
}
