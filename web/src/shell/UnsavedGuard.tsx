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
    shouldBlockFn({ action, current, next }) {
      // Whatever is open beside the panel is not closed when Back only closes that.
      const inPanel = addressOf(current) === addressOf(next);
      if (action !== "BACK" || !hasUnsaved({ inPanel })) return false;
      confirm({ ...DISCARD, action: { label: "Discard", run: leave } });
      return true;
    },
  });
  return null;
}

/** An address but for the number that the panel shows. */
function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return JSON.stringify([pathname, { ...search, why: undefined }]);
}
