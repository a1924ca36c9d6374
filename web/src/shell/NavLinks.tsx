import { RouterNavLink } from "../links/router-links.tsx";
import "./NavLinks.css";

const dashboard = { icon: "dashboard", label: "Dashboard", to: "/" } as const;
const transactions = { icon: "transactions", label: "Transactions", to: "/transactions" } as const;
const budget = { icon: "budget", label: "Budget", to: "/budget" } as const;
const goals = { icon: "goals", label: "Goals", to: "/goals" } as const;
const subscriptions = { icon: "subscriptions", label: "Subs", to: "/subscriptions" } as const;
const settings = { icon: "settings", label: "Settings", to: "/settings" } as const;

/** In the sidebar and the slide-in menu. */
export const MENU = [dashboard, transactions, budget, settings];
/** In the tab bars. */
export const TABS = [dashboard, transactions, budget, goals, subscriptions, settings];

// Links carry neither filters nor pages; the route adds the month and the opened budget.
const activeOptions = { exact: true, includeSearch: false };

type Props = { links: typeof MENU | typeof TABS; variant: "rail" | "bar" | "tab"; onClick?: () => void };

export function NavLinks({ links, variant, onClick }: Props) {
  return links.map(({ icon, label, to }) => (
    <RouterNavLink
      key={to}
      to={to}
      activeOptions={activeOptions}
      icon={icon}
      variant={variant}
      onClick={onClick}
    >
      {label}
    </RouterNavLink>
  ));
}
