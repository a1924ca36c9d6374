import { useState } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { toast } from "../ui/overlays/toast.ts";

/**
 * Runs a task and holds its latest progress, null while none runs. Raises a toast where it fails, with the reason that
 * `reasonOf` or the server gives.
 */
export function useProgress<Progress>(failure: string, reasonOf?: (error: unknown) => string | undefined) {
  const [progress, setProgress] = useState<Progress | null>(null);
  async function run(start: Progress, work: (onProgress: (now: Progress) => void) => Promise<void>) {
    setProgress(start);
    try {
      await work(setProgress);
    } catch (error) {
      const description = reasonOf?.(error) ?? messageOf(error, CHECK_CONNECTION);
      toast({ title: failure, description, variant: "destructive" });
    } finally {
      setProgress(null);
    }
  }
  return { progress, run };
}
