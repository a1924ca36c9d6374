import { ownLedgerCurrency } from "@coffer/domain/account/user";
import { parseWhy } from "@coffer/domain/link/links";
import type { Currency } from "@coffer/domain/money/money";
import { permits, type Right } from "@coffer/domain/share/sharing";
import { type Day, dayOfMonth } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysIn, firstDay, type Month, monthOfDay } from "@coffer/domain/time/month";
import { timeZoneNamed, today } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useSyncExternalStore } from "react";
import type { LedgerId } from "../api/call.ts";
import { categoryList } from "../api/categories.ts";
import { type OpenLedger, sharedWithMe } from "../api/sharing.ts";
import { locale } from "../format/locale.ts";
import { type CurrentUser, useAuth } from "../session/use-auth.ts";
import type { ScreenSearch } from "./search.ts";

const app = getRouteApi("/app");

export function useUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new Error("useUser must be used behind the sign-in");
  return user;
}

/** In the user's time zone. */
export function useToday(): Day {
  return useDay(useUser().timeZone);
}

export function useMonth(): Month {
  const current = monthOfDay(useToday());
  return app.useSearch({ select: ({ month }) => month }) ?? current;
}

/** The day at the device: a traveler's purchase belongs to the local day, whatever the profile's time zone. */
export function useDeviceDay(): Day {
  const { timeZone } = useUser();
  const zone = timeZoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return useDay(zone ?? timeZone);
}

/** The day that a new transaction has at first: today on the device, or the first of the chosen month. */
export function useDefaultDay(): Day {
  const [here, month, current] = [useDeviceDay(), useMonth(), monthOfDay(useToday())];
  return month === current || month === monthOfDay(here) ? here : firstDay(month);
}

/** Explains a form's date if today differs between the device and the profile; otherwise undefined. */
export function useDateHint(date: string | undefined): string | undefined {
  const [here, now] = [useDeviceDay(), useToday()];
  if (here === now || date !== here) return undefined;
  return `Today on this device. In your profile’s time zone it is ${formatDay(now, here, locale)}.`;
}

export function useWhy() {
  const text = app.useSearch({ select: ({ why }) => why });
  const why = text === undefined ? undefined : parseWhy(String(text));
  return why && { ...why, text: String(text) };
}

/** Changes the URL's search and keeps the scroll position. */
export function useChangeSearch() {
  const navigate = useNavigate();
  return (change: ScreenSearch, { replace = false } = {}) =>
    navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace, resetScroll: false });
}

/** The part of the month that is over, in percent; undefined for any but the current one. */
export function usePace(month: Month): number | undefined {
  const day = useToday();
  return monthOfDay(day) === month ? (dayOfMonth(day) / daysIn(month)) * 100 : undefined;
}

/** The open budget's currency, the same for everybody who sees it. */
export function useCurrency(): Currency {
  const user = useUser();
  const { ledgerId, owner } = useOpenLedger();
  if (ledgerId === undefined || ledgerId === user.id) return ownLedgerCurrency(user);
  return owner?.currency ?? user.currency;
}

/** False for somebody who has left every budget. */
export function useHasLedger(): boolean {
  const { ledgerId } = useOpenLedger();
  return useUser().hasLedger || ledgerId !== undefined;
}

/** `ledgerId` is its owner's id, undefined for one's own; `owner` is undefined until the shares have loaded as well. */
type OpenedLedger = { ledgerId: LedgerId; owner: OpenLedger | undefined; can: (right: Right) => boolean };

export function useOpenLedger(): OpenedLedger {
  const ledgerId = app.useSearch({ select: ({ budget }) => budget });
  const { data } = useQuery(sharedWithMe);
  const owner = data?.find(({ ownerId }) => ownerId === ledgerId);
  return {
    ledgerId,
    owner,
    can: (right) => ledgerId === undefined || (owner !== undefined && permits(owner.permissionType, right)),
  };
}

/** The open budget's categories. */
export const useCategories = () => useQuery(categoryList(useOpenLedger().ledgerId));

const CHECK_MS = 20_000;
/** After these, a tab that slept or was in the background checks the day at once. */
const EVENTS = ["focus", "pageshow", "online"];

const listeners = new Set<() => void>();
const check = () => {
  for (const listener of listeners) listener();
};

/** The day in a time zone, which changes at its midnight while the page is open. */
function useDay(timeZone: string): Day {
  const now = useCallback(() => today(Date.now(), timeZone), [timeZone]);
  return useSyncExternalStore(subscribe, now);
}

let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(check, CHECK_MS);
    for (const event of EVENTS) addEventListener(event, check);
    document.addEventListener("visibilitychange", check);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    for (const event of EVENTS) removeEventListener(event, check);
    document.removeEventListener("visibilitychange", check);
  };
}
