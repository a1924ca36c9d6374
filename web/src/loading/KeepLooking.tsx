import { formatDay } from "@coffer/domain/time/format-day";
import { searchedTo } from "@coffer/domain/transaction/search";
import type { FoundPages } from "../api/transactions.ts";
import { locale } from "../format/locale.ts";
import { useToday } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";

type Props = {
  pages: FoundPages;
  oldestFirst?: boolean;
  /** By default fetches the next page. */
  onLook?: () => void;
};

/** Shows how far a search has come in a budget that one call cannot read, with a button that continues it. */
export function KeepLooking({
  pages,
  oldestFirst = false,
  onLook = () => void pages.fetchNextPage(),
}: Props) {
  const today = useToday();
  const { cursor, further = cursor } = pages.data?.pages.at(-1) ?? {};
  const to = further ? searchedTo(further) : undefined;
  if (!to) return null;
  return (
    <p className="keep-looking split muted" role="status">
      {`Searched ${oldestFirst ? "up to" : "back to"} ${formatDay(to, today, locale)} so far.`}
      <Button size="small" pending={pages.isFetchingNextPage} pendingLabel="Looking..." onClick={onLook}>
        Keep looking
      </Button>
    </p>
  );
}
