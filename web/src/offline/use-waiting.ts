import { waitingWrites } from "./waiting-writes.ts";

/** True where a thing is in sight as it will be once a change has left. */
export function useIsWaiting(id: number): boolean {
  return waitingWrites
    .use()
    .some(({ params, standIn }) => Number(params?.id) === id || Object(standIn).id === id);
}
