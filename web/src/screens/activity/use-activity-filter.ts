import { ACTIVITY_KINDS } from "@coffer/domain/activity";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/activity");

/** Person and kind in the URL. */
export function useActivityFilter() {
  const { by, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = (part: { by?: typeof by; kind?: typeof kind }) =>
    navigate({ search: (previous) => ({ ...previous, ...part }), resetScroll: false });
  return {
    by,
    kind,
    setBy: (chosen: string) => narrow({ by: chosen === "job" ? chosen : Number(chosen) || undefined }),
    setKind: (chosen: string) => narrow({ kind: ACTIVITY_KINDS.find((one) => one === chosen) }),
    clear: () => narrow({ by: undefined, kind: undefined }),
  };
}
