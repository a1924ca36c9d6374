import { fullName, initials, type User } from "@coffer/domain/account/user";
import {
  ACTIVITY_MONTHS,
  type ActivityEntry,
  UNDO_DAYS,
  undoProblem,
} from "@coffer/domain/activity/activity";
import { activityTexts } from "@coffer/domain/activity/activity-text";
import { ACTIVITY_KINDS, KINDS } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { joinIds, type WhyTarget } from "@coffer/domain/link/links";
import { dayHeading } from "@coffer/domain/time/format-day";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { localTime, today } from "@coffer/domain/time/timezone";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LinkProps, linkOptions, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type ActivityItem, activityPages } from "../../api/activity.ts";
import { ledgerPeople } from "../../api/people.ts";
import { undo } from "../../api/undo-action.ts";
import { locale } from "../../format/locale.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import type { ScreenSearch } from "../../selection/search.ts";
import {
  useCategories,
  useChangeSearch,
  useCurrency,
  useOpenLedger,
  useToday,
  useUser,
} from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { Amounts } from "../../why/WhyLink.tsx";
import "./Activity.css";

export function Activity() {
  const { ledgerId, can } = useOpenLedger();
  // Guests who may only read see what happened since the budget was shared.
  const isWhole = can("transactions");
  const { by, kind } = useSearch({ from: "/app/activity" });
  const narrow = useChangeSearch();
  const isFiltered = by !== undefined || kind !== undefined;
  const pages = useInfiniteQuery(activityPages(ledgerId, { by, kind }));
  const noChanges = isFiltered ? (
    <EmptyState
      illustration="search"
      title="No such changes"
      action={
        <Button variant="secondary" onClick={() => narrow({ by: undefined, kind: undefined })}>
          Show all changes
        </Button>
      }
    >
      {`Nobody has changed anything of this kind in the last ${ACTIVITY_MONTHS} months.`}
    </EmptyState>
  ) : (
    <EmptyState illustration="transactions" title={`Nothing has been changed ${isWhole ? "yet" : "since"}`}>
      Everything that people add, change or delete in this budget is listed here.
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title="Activity"
        description={
          isWhole
            ? `Who changed what. Changes of the last ${UNDO_DAYS} days can be undone.`
            : "Who changed what since the budget was shared with you."
        }
      />
      <ActivityFilters />
      <QueryResult
        queries={{ pages }}
        failed="Failed to load the activity"
        pending={
          <Card>
            <Skeleton height="2.5rem" lines={8} />
          </Card>
        }
      >
        {({ pages: { pages: loaded } }) => {
          const changes = loaded.flatMap(({ entries }) => entries);
          if (changes.length === 0 && !pages.hasNextPage) return noChanges;
          return (
            <>
              <Changes changes={changes} />
              {pages.hasNextPage && (
                <div className="activity-older">
                  <Button
                    variant="secondary"
                    pending={pages.isFetchingNextPage}
                    pendingLabel="Loading..."
                    onClick={() => void pages.fetchNextPage()}
                  >
                    Show older changes
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

function Changes({ changes }: { changes: readonly ActivityItem[] }) {
  const { ledgerId, can } = useOpenLedger();
  const user = useUser();
  const currency = useCurrency();
  const now = useToday();
  const client = useQueryClient();
  const { data: categories = [] } = useCategories();
  const [undoing, setUndoing] = useState<string | null>(null);
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const texts = activityTexts(
    changes.map(({ entry, person }) => ({ entry, who: whoDid(person, user) })),
    { currency, locale, today: now, nameOf: (id: number) => names.get(id) },
  );
  const rows = changes.map((change, index) => ({ ...change, text: texts[index] ?? "" }));
  const byId = new Map(changes.map((change) => [change.entry.id, change]));
  const undoEntry = async (id: string) => {
    keepFocusNear();
    setUndoing(id);
    await undo(client, [{ id, ledgerId }]);
    setUndoing(null);
  };
  const undoneText = (id: string) => {
    const undone = byId.get(id);
    if (!undone) return "Undone";
    return undone.person?.id === user.id ? "Undone by you" : `Undone by ${whoDid(undone.person, user)}`;
  };
  const days = Map.groupBy(rows, ({ entry }) => today(entry.at, user.timeZone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} className="activity-day" aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>{dayHeading(day, now, locale)}</h2>
      <ul>
        {ofDay.map(({ entry, person, text }) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            person={person}
            text={text}
            time={localTime(entry.at, user.timeZone)}
            undoneBy={entry.undoneBy === null ? undefined : undoneText(entry.undoneBy)}
            onUndo={
              undoProblem(entry, { now: Date.now(), may: can }) === null
                ? () => void undoEntry(entry.id)
                : undefined
            }
            isUndoing={undoing === entry.id}
          />
        ))}
      </ul>
    </section>
  ));
}

/** "You", a first name, or "Coffer" for the daily job. */
function whoDid(person: ActivityItem["person"], user: Pick<User, "id">): string {
  if (!person) return "Coffer";
  return person.id === user.id ? "You" : person.firstName;
}

export function ActivityFilters() {
  const { ledgerId } = useOpenLedger();
  const { by, kind } = useSearch({ from: "/app/activity" });
  const narrow = useChangeSearch();
  const { data: people = [] } = useQuery(ledgerPeople(ledgerId));
  // Only the owner sees with whom a budget is shared.
  const kinds = ACTIVITY_KINDS.filter((value) => ledgerId === undefined || value !== "share");
  const isListed = by === undefined || by === "job" || people.some(({ id }) => id === by);
  return (
    <search className="activity-filters">
      <SelectField
        label="Person"
        hideLabel
        value={by ?? ""}
        options={[
          { value: "", label: "Everybody" },
          ...people.map((person) => ({ value: person.id, label: fullName(person) })),
          ...(isListed ? [] : [{ value: by, label: "Former member" }]),
          { value: "job", label: "Coffer (automatic)" },
        ]}
        onChoose={(chosen) => narrow({ by: chosen || undefined })}
      />
      <SelectField
        label="Kind"
        hideLabel
        value={kind ?? ""}
        options={[
          { value: "", label: "All changes" },
          ...kinds.map((value) => ({ value, label: KINDS[value].plural })),
        ]}
        onChoose={(chosen) => narrow({ kind: chosen || undefined })}
      />
    </search>
  );
}

type Props = ActivityItem & {
  /** "Ben changed Groceries in November from $400 to $450" */
  text: string;
  time: string;
  undoneBy: string | undefined;
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
};

function EntryRow({ entry, person, text, time, undoneBy, onUndo, isUndoing }: Props) {
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

/** `why` is the panel that the amounts in an entry's sentence open; `page` shows the thing that was changed. */
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
