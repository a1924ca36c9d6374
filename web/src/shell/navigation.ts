import { linkOptions } from "@tanstack/react-router";

// Links carry neither filters nor pages; the route adds the month and the opened budget.
const current = { activeOptions: { exact: true, includeSearch: false } } as const;

const dashboard = {
  icon: "dashboard",
  label: "Dashboard",
  link: linkOptions({ to: "/", ...current }),
} as const;
const transactions = {
  icon: "transactions",
  label: "Transactions",
  link: linkOptions({ to: "/transactions", ...current }),
} as const;
const budget = { icon: "budget", label: "Budget", link: linkOptions({ to: "/budget", ...current }) } as const;
const goals = { icon: "goals", label: "Goals", link: linkOptions({ to: "/goals", ...current }) } as const;
const subscriptions = {
  icon: "subscriptions",
  label: "Subs",
  link: linkOptions({ to: "/subscriptions", ...current }),
} as const;
const settings = {
  icon: "settings",
  label: "Settings",
  link: linkOptions({ to: "/settings", ...current }),
} as const;

/** In the sidebar and the slide-in menu. */
export const MENU = [dashboard, transactions, budget, settings];
/** In the tab bars. */
export const TABS = [dashboard, transactions, budget, goals, subscriptions, settings];
