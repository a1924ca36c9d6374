import type { NotificationKind } from "@coffer/domain/notification/choices";
import { gather, type Notification } from "@coffer/domain/notification/notification";
import { serverText } from "@coffer/domain/text/server-text";
import { dayHeading } from "@coffer/domain/time/format-day";
import { localTime, today } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { defaultParseSearch, Link } from "@tanstack/react-router";
import * as v from "valibot";
import { notificationList, useMarkRead } from "../api/notifications.ts";
import { locale } from "../format/locale.ts";
import { RouterButton } from "../links/router-links.tsx";
import { QueryResult } from "../loading/QueryResult.tsx";
import { selectionSearch } from "../selection/search.ts";
import { useCurrency, useToday, useUser } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Icon, type IconName } from "../ui/base/Icon.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";
import { SidePanel } from "../ui/overlays/SidePanel.tsx";
import "./NotificationPanel.css";

const ICONS: Record<NotificationKind, IconName> = {
  "near-plan": "budget",
  "at-plan": "alert",
  "projected-over": "budget",
  "kind-changed": "budget",
  "payment-due": "subscriptions",
  "payment-found": "subscriptions",
  price: "subscriptions",
  "goal-reached": "goals",
  "goal-behind": "goals",
  share: "users",
  security: "admin",
  import: "transactions",
};

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const notifications = useQuery(notificationList);
  const markRead = useMarkRead();
  const hasUnread = notifications.data?.some(({ read }) => !read) ?? false;
  return (
    <SidePanel
      label="Notifications"
      closeLabel="Close notifications"
      heading={<h2>Notifications</h2>}
      onClose={onClose}
    >
      <div className="notifications">
        {hasUnread && (
          <div>
            <Button size="small" icon="check" onClick={() => markRead.mutate({ all: true })}>
              Mark all as read
            </Button>
          </div>
        )}
        <QueryResult
          queries={{ notifications }}
          failed="Failed to load notifications"
          height="3.5rem"
          lines={4}
        >
          {({ notifications: list }) =>
            list.length === 0 ? (
              <NoNotifications onClose={onClose} />
            ) : (
              <Days notifications={list} onClose={onClose} />
            )
          }
        </QueryResult>
      </div>
    </SidePanel>
  );
}

type DaysProps = { notifications: readonly Notification[]; onClose: () => void };

/** Notifications of one kind and day are grouped under one heading. */
function Days({ notifications, onClose }: DaysProps) {
  const { timeZone } = useUser();
  const now = useToday();
  const days = Map.groupBy(notifications, ({ at }) => today(at, timeZone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`notifications-${day}`}>
      <h3 id={`notifications-${day}`}>{dayHeading(day, now, locale)}</h3>
      <ul>
        {gather(ofDay).map(({ kind, title, notices }) => {
          const links = notices.map((one) => (
            <li key={one.id}>
              <NotificationLink notification={one} isAlone={!title} onClose={onClose} />
            </li>
          ));
          if (!title) return links;
          return (
            <li key={kind} className="notification-together">
              <KindIcon kind={kind} />
              <div className="grow">
                <p>{title}</p>
                <ul>{links}</ul>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

const KindIcon = ({ kind }: Pick<Notification, "kind">) => (
  <span className="notification-icon" data-kind={kind}>
    <Icon name={ICONS[kind]} />
  </span>
);

type LinkProps = { notification: Notification; isAlone: boolean; onClose: () => void };

function NotificationLink({ notification: one, isAlone, onClose }: LinkProps) {
  const { timeZone } = useUser();
  const currency = useCurrency();
  const markRead = useMarkRead();
  return (
    <Link
      {...pageOf(one.link)}
      className="notification"
      data-read={one.read}
      preload={false}
      onClick={() => {
        if (!one.read) markRead.mutate({ ids: [one.id] });
        onClose();
      }}
    >
      {isAlone && <KindIcon kind={one.kind} />}
      <span className="notification-text">
        {serverText(one.text, currency, locale)}
        <span className="muted">{localTime(one.at, timeZone)}</span>
      </span>
      {!one.read && <span className="notification-dot" role="img" aria-label="Unread" />}
    </Link>
  );
}

function NoNotifications({ onClose }: { onClose: () => void }) {
  const { notifications } = useUser();
  return (
    <EmptyState
      illustration="search"
      title="Nothing to tell yet"
      action={
        <RouterButton to="/settings" variant="secondary" onClick={onClose}>
          Choose what you are told
        </RouterButton>
      }
    >
      {notifications
        ? "Categories near their plan, payments due, goals and shares show up here."
        : "Notifications are turned off in Settings."}
    </EmptyState>
  );
}

const PAGES = ["/budget", "/transactions", "/goals", "/subscriptions", "/settings"] as const;

/** The page that a notification links to, with the month, the budget and the figure that it is about. */
function pageOf(link: string) {
  const { pathname, search } = new URL(link, "http://coffer.invalid");
  const to = PAGES.find((page) => page === pathname) ?? "/";
  const { month, budget, why } = v.parse(selectionSearch, defaultParseSearch(search));
  // Undefined values are set too: omitted ones would be kept from the current URL.
  return { to, search: { month, budget, why } };
}
