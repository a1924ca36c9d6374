import { useState } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { toastError } from "../ui/overlays/toast.ts";

/** A task's latest progress, null while none runs. A failure shows a toast with the reason from `reasonOf` or the server. */
export function useProgress<Progress>(failure: string, reasonOf?: (error: unknown) => string | undefined) {
  const [progress, setProgress] = useState<Progress | null>(null);
  async function run(start: Progress, work: (onProgress: (now: Progress) => void) => Promise<void>) {
    setProgress(start);
    try {
      await work(setProgress);
    } catch (error) {
      toastError(failure, reasonOf?.(error) ?? messageOf(error, CHECK_CONNECTION));
    } finally {
      setProgress(null);
    }
  }
  return { progress, run };
}
