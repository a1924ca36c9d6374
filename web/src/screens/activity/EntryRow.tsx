import { initials } from "@coffer/domain/account/user";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import { joinIds, type WhyTarget } from "@coffer/domain/link/links";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { Link, type LinkProps, linkOptions } from "@tanstack/react-router";
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
  const { why, month, page } = linksOf(entry) ?? {};
  const isThere = entry.after !== null && entry.undoneBy === null;
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
          {why === undefined ? (
            text
          ) : (
            <Amounts text={text} opens={() => ({ why, of: entry.label })} month={month} />
          )}
        </p>
        <p className="muted">
          {time}
          {isThere && page && (
            <>
              {" · "}
              <Link {...page} aria-label={`Show what this is about: ${text}`}>
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

/** The number is what the amounts of the entry's sentence are, or count in; the page shows what it names. */
type Links = { why?: WhyTarget; month?: Month; page?: LinkProps | undefined };

function linksOf(entry: ActivityEntry): Links | undefined {
  switch (entry.kind) {
    case "transaction":
      return about(entry, ({ date, description, categoryId, others }) => {
        const month = monthOfDay(date);
        const page = others
          ? rowsPage({ all: true, ...(entry.before && { category: categoryId }) })
          : rowsPage({ month, q: description });
        return { why: categoryId, month, page };
      });
    case "payment":
      return about(entry, ({ lines: [first] }) => ({
        page: first && rowsPage({ month: monthOfDay(first.date), q: first.description }),
      }));
    case "category":
      return about(entry, ({ id }) => ({ page: rowsPage({ category: id, all: true }) }));
    case "plan":
      return about(entry, ({ categoryId, month }) => ({
        why: `plan-${categoryId}`,
        month,
        page: budgetPage(month),
      }));
    case "month":
      return about(entry, ({ plans = [], month }) => {
        const ids = plans.map(({ categoryId }) => categoryId);
        return { ...(ids.length > 0 && { why: `plan-${joinIds(ids)}` }), month, page: budgetPage(month) };
      });
    case "goal":
      return about(entry, ({ id }) => ({ why: `goal-${id}`, page: goalPage(id) }));
    case "milestone":
      return about(entry, ({ goalId }) => ({ page: goalPage(goalId) }));
    case "subscription":
      return about(entry, ({ id }) => ({ why: `subscription-${id}`, page: { to: "/subscriptions" } }));
    case "settlement":
      return about(entry, ({ from, to, date }) => ({
        why: `owed-${from}_${to}`,
        month: monthOfDay(date),
        page: { to: "/" },
      }));
    case "import":
    case "review":
      return { page: rowsPage({ all: true }) };
    case "share":
      return { page: { to: "/settings" } };
    case "account":
      return about(entry, ({ id }) => ({ why: `account-${id}`, page: { to: "/ahead" } }));
    case "point":
      return about(entry, ({ accountId }) => ({ why: `account-${accountId}`, page: { to: "/ahead" } }));
  }
}

const rowsPage = (search: Omit<ScreenSearch, "by">) => linkOptions({ to: "/transactions", search });
const budgetPage = (month: Month) => linkOptions({ to: "/budget", search: { month } });
const goalPage = (goal: Id) => linkOptions({ to: "/goals", search: { tab: "all", goal } });

function about<Thing>(
  { before, after }: { before: Thing | null; after: Thing | null },
  linksOf: (thing: Thing) => Links,
): Links | undefined {
  const thing = after ?? before;
  return thing ? linksOf(thing) : undefined;
}
