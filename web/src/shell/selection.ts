import { type Day, dayOfMonth } from "@coffer/domain/day";
import { daysIn, type Month, monthOfDay } from "@coffer/domain/month";
import { type Permission, permits, type Right } from "@coffer/domain/sharing";
import { today } from "@coffer/domain/timezone";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { sharedWithMe } from "../api/shared-with-me.ts";
import { useUser } from "./auth-context.tsx";

const app = getRouteApi("/app");

/** Today, where the user is. */
export function useToday(): Day {
  return today(Date.now(), useUser().timeZone);
}

/** The chosen month: the URL's, or the current one. */
export function useMonth(): Month {
  const current = monthOfDay(useToday());
  return app.useSearch({ select: ({ month }) => month }) ?? current;
}

/** How much of a month is gone, in percent; undefined for any but the current one. */
export function usePace(month: Month): number | undefined {
  const day = useToday();
  return monthOfDay(day) === month ? (dayOfMonth(day) / daysIn(month)) * 100 : undefined;
}

type OpenBudget = {
  /** The owner's id for calls and keys; undefined for one's own. */
  budget: number | undefined;
  /** Whose it is, when it is somebody else's and known. */
  owner: { firstName: string; lastName: string; permissionType: Permission } | undefined;
  /** Whether one may do that in it. What is not allowed is not offered. */
  can: (right: Right) => boolean;
};

/** The opened budget: the URL's, or one's own. */
export function useOpenBudget(): OpenBudget {
  const budget = app.useSearch({ select: (search) => search.budget });
  const { data } = useQuery(sharedWithMe);
  const owner = data?.find(({ ownerId }) => ownerId === budget);
  return {
    budget,
    owner,
    can: (right) => budget === undefined || (owner !== undefined && permits(owner.permissionType, right)),
  };
}
