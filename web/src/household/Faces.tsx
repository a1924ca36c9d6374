import { fullName, initials } from "@coffer/domain/account/user";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useUser } from "../selection/selection.ts";
import { showTitle, titledBudget } from "../shell/title.ts";
import { Avatar } from "../ui/display/Avatar.tsx";
import { useMembers } from "./use-members.ts";
import "./Balance.css";

/** The other members of the open budget, whose name is in the tab's title if it has one. */
export function Faces() {
  const { id } = useUser();
  const { members, name } = useMembers();
  const others = members.filter((one) => one.id !== id);
  useEffect(() => {
    titledBudget.set(name);
    showTitle();
    return () => titledBudget.set(null);
  }, [name]);
  if (others.length === 0) return null;
  const names = new Intl.ListFormat("en").format(others.map(fullName));
  return (
    <Link to="/settings" hash="household" className="faces" title={names}>
      <span className="visually-hidden">Shared with {names}</span>
      {others.map((one) => (
        <Avatar key={one.id} initials={initials(one)} />
      ))}
    </Link>
  );
}

/** The open budget's name, if it has one and no menu of budgets shows it. */
export function BudgetName() {
  const { name } = useMembers();
  return (
    name && (
      <p className="budget-name">
        Budget{" "}
        <Link to="/settings" hash="household">
          {name}
        </Link>
      </p>
    )
  );
}
