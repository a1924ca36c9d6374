import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/goals");

type Tab = NonNullable<ReturnType<typeof route.useSearch>["tab"]>;

/** Tab and opened goal in the URL. */
export function useGoalSearch() {
  const { tab = "in-progress", goal } = route.useSearch();
  const navigate = route.useNavigate();
  return {
    tab,
    goalId: goal,
    choose: (chosen: Tab) =>
      navigate({
        search: (previous) => ({ ...previous, tab: chosen === "in-progress" ? undefined : chosen }),
        resetScroll: false,
      }),
    show: (id: number | undefined) =>
      navigate({ search: (previous) => ({ ...previous, goal: id }), resetScroll: false }),
  };
}
