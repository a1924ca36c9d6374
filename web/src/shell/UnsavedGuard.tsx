import { useBlocker, useRouter } from "@tanstack/react-router";
import { useConfirm } from "../ui/overlays/confirm.ts";
import { DISCARD, discardUnsaved, hasUnsaved } from "../ui/overlays/unsaved.ts";

/** A phone's Back asks before it takes a half-filled form away. */
export function UnsavedGuard() {
  const { history } = useRouter();
  const confirm = useConfirm();
  const leave = () => {
    discardUnsaved();
    history.back();
  };
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== "BACK" || !hasUnsaved()) return false;
      confirm({ ...DISCARD, action: { label: "Discard", run: leave } });
      return true;
    },
  });
  return null;
}
