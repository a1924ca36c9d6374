import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { CHECK_CONNECTION } from "../api/api-error.ts";
import { lastWritten } from "../api/call.ts";
import { undo } from "../api/undo-action.ts";
import { loadCode } from "../loading/load-code.ts";
import { useChangeSearch, useOpenLedger } from "../selection/selection.ts";
import { LoadingBar } from "../ui/base/Loading.tsx";
import { toastError } from "../ui/overlays/toast.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const DIALOGS = {
  entry: async () => (await loadCode(() => import("../forms/QuickEntry.tsx"))).QuickEntry,
  keys: async () => (await loadCode(() => import("../commands/KeyboardMap.tsx"))).KeyboardMap,
  palette: async () => (await loadCode(() => import("../commands/CommandPalette.tsx"))).CommandPalette,
};

type Name = keyof typeof DIALOGS;
/** The first field begins with what was `typed` while the dialog loaded. */
type DialogProps = { typed: string; onClose: () => void; onOpen: (name: Name) => void };

/** The dialogs that open over any screen. `enter` is undefined if adding is not permitted. */
export function useQuickDialogs() {
  const { ledgerId, can } = useOpenLedger();
  const [opened, setOpened] = useState<{ Dialog: ComponentType<DialogProps>; typed: string } | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async (name: Name, text = "") => {
    const typing = collectTyping();
    setLoading(true);
    try {
      const Dialog = await DIALOGS[name]();
      // Synchronous, because a key pressed before the field has the focus would be lost.
      flushSync(() => setOpened({ Dialog, typed: text + typing.end() }));
    } catch {
      typing.end();
      toastError("This part could not be loaded", CHECK_CONNECTION);
    } finally {
      setLoading(false);
    }
  };
  const client = useQueryClient();
  const undoLast = async () => {
    // A pending change becomes the last change when it arrives.
    const pending = client.getMutationCache().findAll({ status: "pending" });
    await Promise.allSettled(pending.map((mutation) => mutation.continue()));
    const last = lastWritten(ledgerId);
    if (last) void undo(client, [last]);
  };
  const enter = can("transactions") ? () => void open("entry") : undefined;
  const requested = useSearch({ from: "/app", select: ({ enter }) => enter });
  const change = useChangeSearch();
  const openRequested = useEffectEvent((text: string) => {
    void change({ enter: undefined }, { replace: true });
    if (enter) void open("entry", text);
  });
  useEffect(() => {
    if (requested !== undefined) openRequested(requested);
  }, [requested]);
  const search = () => void open("palette");
  useShortcuts({
    n: enter,
    "?": () => void open("keys"),
    "Ctrl k": search,
    "Ctrl z": () => void undoLast(),
  });
  const dialog = (
    <>
      {opened && (
        <opened.Dialog
          key={ledgerId}
          typed={opened.typed}
          onClose={() => setOpened(null)}
          onOpen={(name) => void open(name)}
        />
      )}
      {isLoading && <LoadingBar />}
    </>
  );
  return { dialog, enter, search };
}

/** Collects typed text, and keeps it from the page and its shortcuts, until `end` returns it. */
function collectTyping(): { end: () => string } {
  let text = "";
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    text += event.key;
  };
  window.addEventListener("keydown", onKey, { capture: true });
  return {
    end() {
      window.removeEventListener("keydown", onKey, { capture: true });
      return text;
    },
  };
}
