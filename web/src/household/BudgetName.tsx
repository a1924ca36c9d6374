import { Link } from "@tanstack/react-router";
import { useMembers } from "./use-members.ts";
import "./Balance.css";

/** The open budget's name, where it has one and no menu of budgets shows it. */
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
