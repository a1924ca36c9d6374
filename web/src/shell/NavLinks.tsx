import { useQuery } from "@tanstack/react-query";
import { toSpend } from "../api/figures.ts";
import { RouterNavLink } from "../links/router-links.tsx";
import { useMonth, useOpenLedger } from "../selection/selection.ts";
import type { ToSpendFigure } from "./ToSpend.tsx";
import "./NavLinks.css";

const dashboard = { icon: "dashboard", label: "Dashboard", to: "/" } as const;
const transactions = { icon: "transactions", label: "Transactions", to: "/transactions" } as const;
const review = { icon: "check", label: "To review", to: "/review" } as const;
const budget = { icon: "budget", label: "Budget", to: "/budget" } as const;
const goals = { icon: "goals", label: "Goals", to: "/goals" } as const;
const subscriptions = { icon: "subscriptions", label: "Subscriptions", to: "/subscriptions" } as const;
/** Shown to those who may see the accounts. */
const ahead = { icon: "ahead", label: "Money ahead", to: "/ahead" } as const;
const year = { icon: "calendar", label: "Year", to: "/year" } as const;
const activity = { icon: "activity", label: "Activity", to: "/activity" } as const;
const settings = { icon: "settings", label: "Settings", to: "/settings" } as const;

/** In the rail, and in the command palette. */
export const SCREENS = [
  dashboard,
  transactions,
  review,
  budget,
  goals,
  subscriptions,
  ahead,
  year,
  activity,
  settings,
];
/** In a phone's slide-in menu. */
export const MENU = [dashboard, transactions, review, budget, ahead, year, activity, settings];
/** In a phone's tab bar, before and after the button for a quick entry. */
export const TABS = [
  [dashboard, transactions, budget],
  [goals, { ...subscriptions, label: "Subs" }, settings],
] as const;

// Links carry neither filters nor pages; the route adds the month and the opened budget.
const activeOptions = { exact: true, includeSearch: false };

type Props = {
  links: readonly ((typeof SCREENS)[number] | (typeof TABS)[number][number])[];
  variant: "rail" | "bar";
  onClick?: () => void;
};

export function NavLinks({ links, ...look }: Props) {
  // Reads only the cache: a request from here would leave before the month's, which brings the figure.
  const { data } = useQuery({ ...toSpend(useOpenLedger().ledgerId, useMonth()), enabled: false });
  const figure: ToSpendFigure | undefined = data;
  const toReview = figure?.review?.count ?? 0;
  // Rows wait for review only after an import.
  const shown = usePermitted(links).filter((link) => link !== review || toReview > 0);
  return shown.map((link) => (
    <RouterNavLink key={link.to} icon={link.icon} to={link.to} {...look} activeOptions={activeOptions}>
      {link === review ? `${link.label} (${toReview})` : link.label}
    </RouterNavLink>
  ));
}

export function usePermitted<Link extends { to: string }>(links: readonly Link[]): readonly Link[] {
  const { can } = useOpenLedger();
  return links.filter(({ to }) => to !== ahead.to || can("manage"));
}
