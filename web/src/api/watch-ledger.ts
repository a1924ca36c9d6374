import { initials, type User } from "@coffer/domain/account/user";
import { type ActivityEntry, transactionsOf } from "@coffer/domain/activity/activity";
import { activityTexts } from "@coffer/domain/activity/activity-text";
import { pluralize } from "@coffer/domain/text/plural";
import { today } from "@coffer/domain/time/timezone";
import type { QueryClient } from "@tanstack/react-query";
import { locale } from "../format/locale.ts";
import { markKey, showLiveMarks } from "../live/LiveMark.tsx";
import { shownToast, toast } from "../ui/overlays/toast.ts";
import { type ActivityItem, activityAfter, newestActivity } from "./activity.ts";
import { isWrittenHere, type LedgerId, queryKey } from "./call.ts";
import { categoryList } from "./categories.ts";
import { CHANGED_BY, invalidateHere } from "./invalidate.ts";
import { isLedgerShared } from "./sharing.ts";
import { onTabNews, type TabChange } from "./tabs.ts";

/** Milliseconds between checks, while the budget is in use and otherwise. */
const ACTIVE_INTERVAL = 10_000;
const IDLE_INTERVAL = 20_000;
/** Milliseconds for which it counts as in use after a change, or after the page was opened. */
const ACTIVE_FOR = 10 * 60_000;
/** Milliseconds for which the rows of an import, which is one entry, may still arrive. */
const IMPORT_FOR = 60_000;

type Viewer = Pick<User, "id" | "currency" | "timeZone">;

/**
 * Polls a shared budget's activity, refetches what changed, and announces and highlights what others did. Pauses while
 * the page is hidden, and ends when `signal` is aborted.
 */
export function watchLedger(
  client: QueryClient,
  ledgerId: LedgerId,
  user: Viewer,
  since: number,
  signal: AbortSignal,
) {
  let latest: string | undefined;
  let lastChange = Date.now();
  let importingUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  /** The first read returns only a change that is newer than the page. */
  async function read(): Promise<ActivityItem[]> {
    if (latest !== undefined) return activityAfter(ledgerId, latest);
    const newest = await newestActivity(ledgerId);
    latest = newest?.entry.id ?? BEFORE_ALL;
    return newest && newest.entry.at > since ? [newest] : [];
  }

  async function check() {
    clearTimeout(timer);
    if (isRunning || signal.aborted || document.visibilityState === "hidden") return;
    isRunning = true;
    try {
      if (await isLedgerShared(client, ledgerId)) {
        // A query, so that the query client handles a lost session or share.
        const key = queryKey(ledgerId, "activity", "watch");
        const changes = await client.fetchQuery({ queryKey: key, queryFn: read, staleTime: 0, gcTime: 0 });
        if (!signal.aborted) show(changes);
      }
    } catch {
      // The next check may succeed.
    }
    isRunning = false;
    if (!signal.aborted)
      timer = setTimeout(check, Date.now() - lastChange < ACTIVE_FOR ? ACTIVE_INTERVAL : IDLE_INTERVAL);
  }

  function show(changes: readonly ActivityItem[]) {
    const [newest] = changes;
    if (newest) {
      latest = newest.entry.id;
      lastChange = Date.now();
    }
    const others = changes.filter(({ entry }) => !isWrittenHere(entry.id));
    if (others.some(({ entry }) => entry.kind === "import")) importingUntil = Date.now() + IMPORT_FOR;
    const stale = new Set(others.map(({ entry }) => CHANGED_BY[entry.kind]));
    if (Date.now() < importingUntil) stale.add("transactions");
    for (const changed of stale) invalidateHere(client, ledgerId, changed);
    // Somebody may have opened the budget for the first time.
    if (others.length > 0) void client.invalidateQueries({ queryKey: queryKey(ledgerId, "people") });
    const ofOthers = others.filter(({ person }) => person?.id !== user.id);
    showLiveMarks(
      ofOthers.flatMap(({ entry, person }) =>
        markedBy(entry).map((key) => [key, person ? initials(person) : ""] as const),
      ),
    );
    announce(ofOthers);
  }

  /** Shows the newest change in a toast, unless another is open, such as one with Undo. */
  function announce([newest, ...more]: readonly ActivityItem[]) {
    if (!newest || shownToast.get()?.open) return;
    const categories = client.getQueryData(categoryList(ledgerId).queryKey) ?? [];
    const sentence = { entry: newest.entry, who: newest.person?.firstName ?? "Coffer" };
    const [title = ""] = activityTexts([sentence], {
      currency: user.currency,
      locale,
      today: today(Date.now(), user.timeZone),
      nameOf: (id) => categories.find((category) => category.id === id)?.name,
    });
    const rest = more.length > 0 ? `, after ${pluralize(more.length, "other change")}` : "";
    toast({ title, description: `Just now${rest}` });
  }

  const onReturn = () => {
    if (document.visibilityState === "visible") void check();
  };
  document.addEventListener("visibilitychange", onReturn, { signal });
  window.addEventListener("online", onReturn, { signal });
  void check();
}

/**
 * Refetches what another tab of this browser changed, in any budget, since one that is not open may be cached. A hidden
 * page waits until it is visible. Ends when `signal` is aborted.
 */
export function watchTabs(client: QueryClient, signal: AbortSignal): void {
  const changes = new Map<string, TabChange>();
  const show = () => {
    if (document.visibilityState === "hidden") return;
    for (const { ledgerId, changed } of changes.values()) invalidateHere(client, ledgerId, changed);
    changes.clear();
  };
  onTabNews((news) => {
    if (!("changed" in news)) return;
    changes.set(`${news.ledgerId} ${news.changed}`, news);
    show();
  }, signal);
  document.addEventListener("visibilitychange", show, { signal });
}

const BEFORE_ALL = "0".repeat(16);

function markedBy(entry: ActivityEntry): string[] {
  switch (entry.kind) {
    case "transaction":
      return statesOf(entry)
        .flatMap((state) => transactionsOf(state))
        .map(({ id }) => markKey("transaction", id));
    case "payment":
      return statesOf(entry)
        .flatMap(({ lines }) => lines)
        .map(({ id }) => markKey("transaction", id));
    case "category":
    case "goal":
    case "account":
    case "point":
      return [markKey(entry.kind === "point" ? "account" : entry.kind, Number(entry.entityId))];
    case "subscription": {
      const paid = entry.after?.transactions ?? [];
      const own = markKey("subscription", Number(entry.entityId));
      return [own, ...paid.map(({ id }) => markKey("transaction", id))];
    }
    case "milestone":
      return statesOf(entry).map(({ goalId }) => markKey("goal", goalId));
    case "plan":
      return statesOf(entry).map(({ categoryId }) => markKey("category", categoryId));
    case "month":
      return statesOf(entry)
        .flatMap(({ plans = [] }) => plans)
        .map(({ categoryId }) => markKey("category", categoryId));
    default:
      return [];
  }
}

const statesOf = <State>({ before, after }: { before: State | null; after: State | null }): State[] =>
  [before, after].filter((state) => state !== null);
