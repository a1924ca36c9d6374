import { type ComponentType, useState } from "react";
import { CHECK_CONNECTION } from "../api/use-api-mutation.ts";
import { toast } from "../ui/overlays/toast.ts";
import { useOpenBudget } from "./selection.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Loaded with their first use. */
const DIALOGS = {
  entry: async () => (await import("../forms/QuickEntry.tsx")).QuickEntry,
  keys: async () => (await import("../commands/KeyboardMap.tsx")).KeyboardMap,
  palette: async () => (await import("../commands/CommandPalette.tsx")).CommandPalette,
};

type Name = keyof typeof DIALOGS;
type DialogProps = { onClose: () => void; onOpen: (name: Name) => void };

/** The dialogs that open over any screen. `enter` is undefined where adding is not permitted. */
export function useQuickDialogs() {
  const { budget, can } = useOpenBudget();
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);
  const open = async (name: Name) => {
    try {
      const loaded = await DIALOGS[name]();
      setDialog(() => loaded);
    } catch {
      toast({
        title: "This part could not be loaded",
        description: CHECK_CONNECTION,
        variant: "destructive",
      });
    }
  };
  const enter = can("transactions") ? () => void open("entry") : undefined;
  useShortcuts({
    onEntry: enter,
    onKeys: () => void open("keys"),
    onPalette: () => void open("palette"),
  });
  const dialog = Dialog && <Dialog key={budget} onClose={() => setDialog(null)} onOpen={open} />;
  return { dialog, enter };
}
