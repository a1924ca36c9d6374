import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/goals");

type Tab = NonNullable<ReturnType<typeof route.useSearch>["tab"]>;

/** Which tab and which goal's details are open, as the URL has them, and how to open others. */
export function useChosen() {
  const { tab = "in-progress", goal } = route.useSearch();
  const navigate = route.useNavigate();
  return {
    tab,
    goalId: goal,
    choose: (chosen: Tab) =>
      navigate({
        search: (kept) => ({ ...kept, tab: chosen === "in-progress" ? undefined : chosen }),
        resetScroll: false,
      }),
    show: (id: number | undefined) =>
      navigate({ search: (kept) => ({ ...kept, goal: id }), resetScroll: false }),
  };
}
