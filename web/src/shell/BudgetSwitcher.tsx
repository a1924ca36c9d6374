import { PERMISSION_LABELS, type Permission } from "@coffer/domain/sharing";
import { useQuery } from "@tanstack/react-query";
import { sharedWithMe } from "../api/shared-with-me.ts";
import { Icon } from "../ui/base/Icon.tsx";
import { Menu } from "../ui/overlays/Menu.tsx";
import { RouterMenuLink } from "./links.tsx";
import { useOpenBudget } from "./selection.ts";

/** Renders nothing for somebody with whom nobody shares. */
export function BudgetSwitcher() {
  const { data: shared = [] } = useQuery(sharedWithMe);
  const { budget, owner } = useOpenBudget();
  if (shared.length === 0) return null;
  const [whose, short] = owner ? [`${owner.firstName}'s`, owner.firstName] : ["My", "My"];
  return (
    <Menu
      label={`Open budget: ${whose} budget`}
      trigger={
        <span className="switcher">
          <Icon name="users" />
          <span className="switcher-name">
            {/* Narrow windows have room for the name only. */}
            <span className="switcher-short">{short}</span>
            <span className="switcher-long">{whose} budget</span>
          </span>
          <Icon name="chevron-down" />
        </span>
      }
    >
      <BudgetLink owner={undefined} current={budget === undefined}>
        My budget
      </BudgetLink>
      {shared.map(({ ownerId, firstName, permissionType }) => (
        <BudgetLink key={ownerId} owner={ownerId} current={budget === ownerId}>
          {firstName}'s budget · {inlineLabel(permissionType)}
        </BudgetLink>
      ))}
    </Menu>
  );
}

/** "view only", for the middle of a line. */
export function inlineLabel(permission: Permission): string {
  return PERMISSION_LABELS[permission].toLowerCase();
}

type LinkProps = { owner: number | undefined; current: boolean; children: React.ReactNode };

/** Opens a budget on the same screen, without the filters and the page of the other. */
function BudgetLink({ owner, current, children }: LinkProps) {
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
