import { pluralize } from "@coffer/domain/text/plural";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "../../ui/base/Button.tsx";

type Props = { noun: string; shown: number; query: UseInfiniteQueryResult };

export function LoadMore({ noun, shown, query }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  return (
    <div className="admin-more">
      <p aria-live="polite">
        {isFetchNextPageError
          ? "Failed to load more. Please try again."
          : `${hasNextPage ? "The first " : ""}${pluralize(shown, noun)}`}
      </p>
      {hasNextPage && (
        <Button
          size="small"
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}
