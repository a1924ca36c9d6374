import { type ReactNode, Suspense, useState } from "react";
import { LoadingBar } from "../../ui/base/LoadingBar.tsx";

/** A dialog over the screen, one at a time; what `open` shows gets the function that closes it, and may be lazy. */
export function useDialog() {
  const [shown, setShown] = useState<ReactNode>(null);
  const close = () => setShown(null);
  return {
    open: (dialog: (close: () => void) => ReactNode) => setShown(dialog(close)),
    dialog: <Suspense fallback={<LoadingBar />}>{shown}</Suspense>,
  };
}
