import { linkOptions } from "@tanstack/react-router";

// A filter or a page belongs to one visit; month and opened budget are kept by the route itself.
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

/** The sidebar and the slide-in menu (specification, section 2). */
export const MENU = [dashboard, transactions, budget, settings];
/** The tab bars. */
export const TABS = [dashboard, transactions, budget, goals, subscriptions, settings];
