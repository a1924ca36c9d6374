import { pluralize } from "@coffer/domain/text/plural";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConnected } from "../api/wire.ts";
import { failingStorage } from "../browser/database.ts";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { waitingWrites } from "./waiting-writes.ts";

const WaitingChanges = lazyPart(() => import("./WaitingChanges.tsx"), "WaitingChanges");

/** The state of what this browser keeps for times without a network. */
export function OfflineNote() {
  return (
    <>
      <WaitingNote />
      <StorageNote />
    </>
  );
}

const CANNOT = {
  readonly:
    "This browser does not give back what it kept. Without a network Coffer shows nothing here that was read before, and changes that wait leave once it does.",
  readwrite:
    "This browser keeps nothing for Coffer at the moment. Without a network it does not open here, and changes cannot wait: keep the form open until they are saved.",
};

function StorageNote() {
  const failing = failingStorage.use();
  const [isHidden, setHidden] = useState(false);
  if (failing.size === 0 || isHidden) return null;
  return (
    <Banner onDismiss={() => setHidden(true)}>
      {failing.has("readwrite") ? CANNOT.readwrite : CANNOT.readonly}
    </Banner>
  );
}

/** Shown without a network or while changes wait: the age of the figures, and the number of unsent changes. */
function WaitingNote() {
  const client = useQueryClient();
  const connected = isConnected.use();
  const writes = waitingWrites.use();
  const { open, dialog } = useDialog();
  const refused = writes.filter(({ refused }) => refused).length;
  // The list stays open after all is sent.
  if (connected && writes.length === 0) return dialog;
  const queries = client.getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  const time = new Date(readAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const texts = [
    !connected && (readAt > 0 ? `Offline, as of ${time}` : "Offline"),
    refused > 0 && `${pluralize(refused, "change")} refused`,
    writes.length > refused && `${writes.length - refused} waiting`,
  ];
  const show = () => open((close) => <WaitingChanges onClose={close} />);
  return (
    <>
      <Banner
        action={
          writes.length > 0 && (
            <Button size="small" onClick={show}>
              Show
            </Button>
          )
        }
      >
        {texts.filter(Boolean).join(" · ")}
      </Banner>
      {dialog}
    </>
  );
}
