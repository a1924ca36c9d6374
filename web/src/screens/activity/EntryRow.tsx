import { initials } from "@coffer/domain/account/user";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import { joinIds, type WhyTarget } from "@coffer/domain/link/links";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { Link, linkOptions } from "@tanstack/react-router";
import type { ActivityItem } from "../../api/activity.ts";
import type { ScreenSearch } from "../../selection/search.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Amounts } from "../../why/WhyLink.tsx";

type Props = ActivityItem & {
  /** "Ben changed Groceries in November from $400 to $450" */
  text: string;
  time: string;
  undoneBy: string | undefined;
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
};

export function EntryRow({ entry, person, text, time, undoneBy, onUndo, isUndoing }: Props) {
  const explained = explainedBy(entry);
  const to = entry.undoneBy === null ? pageOf(entry) : undefined;
  return (
    <li className="activity-entry" data-undone={entry.undoneBy !== null}>
      {person ? (
        <Avatar initials={initials(person)} />
      ) : (
        <span className="activity-job">
          <Icon name="refresh" />
        </span>
      )}
      <div className="activity-text">
        <p>
          {explained ? <Amounts text={text} opens={() => explained.why} month={explained.month} /> : text}
        </p>
        <p className="muted">
          {time}
          {to && (
            <>
              {" · "}
              <Link {...to} aria-label={`Show what this is about: ${text}`}>
                Show
              </Link>
            </>
          )}
          {undoneBy !== undefined && ` · ${undoneBy}`}
        </p>
      </div>
      {onUndo && (
        <Button
          variant="quiet"
          size="small"
          pending={isUndoing}
          aria-label={`Undo: ${text}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

/** The page that shows what it names; nowhere once it is deleted. */
function pageOf(entry: ActivityEntry) {
  const rows = (search: Omit<ScreenSearch, "by">) => linkOptions({ to: "/transactions", search });
  if (!entry.after) return undefined;
  switch (entry.kind) {
    case "transaction": {
      const { date, description, categoryId, others } = entry.after;
      if (others) return rows({ all: true, ...(entry.before && { category: categoryId }) });
      return rows({ month: monthOfDay(date), q: description });
    }
    case "payment": {
      const [first] = entry.after.lines;
      return first && rows({ month: monthOfDay(first.date), q: first.description });
    }
    case "category":
      return rows({ category: entry.after.id, all: true });
    case "plan":
    case "month":
      return linkOptions({ to: "/budget", search: { month: entry.after.month } });
    case "goal":
      return linkOptions({ to: "/goals", search: { tab: "all", goal: entry.after.id } });
    case "milestone":
      return linkOptions({ to: "/goals", search: { tab: "all", goal: entry.after.goalId } });
    case "subscription":
      return linkOptions({ to: "/subscriptions" });
    case "import":
      return rows({ all: true });
    case "settlement":
      return linkOptions({ to: "/" });
    case "share":
      return linkOptions({ to: "/settings" });
  }
}

/** The number that the amounts of an entry's sentence are, or count in. */
function explainedBy(entry: ActivityEntry): { why: WhyTarget; month?: Month } | undefined {
  switch (entry.kind) {
    case "transaction":
      return about(entry, ({ categoryId, date }) => ({ why: categoryId, month: monthOfDay(date) }));
    case "plan":
      return about(entry, ({ categoryId, month }) => ({ why: `plan-${categoryId}`, month }));
    case "month":
      return about(entry, ({ plans = [], month }) => {
        const ids = plans.map(({ categoryId }) => categoryId);
        return ids.length > 0 ? { why: `plan-${joinIds(ids)}`, month } : undefined;
      });
    case "settlement":
      return about(entry, ({ from, to, date }) => ({ why: `owed-${from}_${to}`, month: monthOfDay(date) }));
    case "goal":
      return about(entry, ({ id }) => ({ why: `goal-${id}` }));
    case "subscription":
      return about(entry, ({ id }) => ({ why: `subscription-${id}` }));
    default:
      return undefined;
  }
}

function about<Thing>(
  { before, after }: { before: Thing | null; after: Thing | null },
  explain: (thing: Thing) => ReturnType<typeof explainedBy>,
) {
  const thing = after ?? before;
  return thing ? explain(thing) : undefined;
}
