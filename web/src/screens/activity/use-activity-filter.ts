import { getRouteApi } from "@tanstack/react-router";
import { useChangeSearch } from "../../shell/selection.ts";

const route = getRouteApi("/app/activity");

export function useActivityFilter() {
  const { by, kind } = route.useSearch();
  const narrow = useChangeSearch();
  return {
    by,
    kind,
    setBy: (chosen: NonNullable<typeof by> | "") => narrow({ by: chosen || undefined }),
    setKind: (chosen: NonNullable<typeof kind> | "") => narrow({ kind: chosen || undefined }),
    clear: () => narrow({ by: undefined, kind: undefined }),
  };
}
