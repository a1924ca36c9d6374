import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/activity");

export function useActivityFilter() {
  const { by, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = (part: { by?: typeof by; kind?: typeof kind }) =>
    navigate({ search: (previous) => ({ ...previous, ...part }), resetScroll: false });
  return {
    by,
    kind,
    setBy: (chosen: NonNullable<typeof by> | "") => narrow({ by: chosen || undefined }),
    setKind: (chosen: NonNullable<typeof kind> | "") => narrow({ kind: chosen || undefined }),
    clear: () => narrow({ by: undefined, kind: undefined }),
  };
}
