import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { notificationList } from "../api/notifications.ts";
import { lazyComponent } from "../loading/lazy.ts";
import { useStarted } from "../loading/use-started.ts";
import { IconButton } from "../ui/base/IconButton.tsx";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";
import "./Bell.css";

const NotificationPanel = lazyComponent(
  () => import("../notifications/NotificationPanel.tsx"),
  "NotificationPanel",
);

/** The badge has room for two digits. */
const MAX_SHOWN = 99;

export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const isStarted = useStarted();
  const { data = [] } = useQuery({ ...notificationList, enabled: isStarted || isOpen });
  const unread = data.filter(({ read }) => !read).length;
  const count = unread === 0 ? "" : `, ${pluralize(unread, "unread notification")}`;
  return (
    <>
      <span className="bell">
        <IconButton
          icon="bell"
          label={`Notifications${count}`}
          title="Notifications"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        />
        {unread > 0 && (
          <span className="bell-count" aria-hidden>
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {isOpen && (
        <Suspense fallback={<LoadingBar />}>
          <NotificationPanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
