import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/version-tag";
import { type Current, Refusal } from "../refusal.ts";

/** Refuses (conflict, with what is there now) an edit that began with another version. */
export function refuseUnseen(
  seen: string | undefined,
  current: Current,
  tag = current.value && versionTag(SNAPSHOTS[current.kind], current.value),
): void {
  if (seen === undefined || seen === (tag ?? seen)) return;
  throw new Refusal("conflict", "Somebody else changed this meanwhile", { current });
}
