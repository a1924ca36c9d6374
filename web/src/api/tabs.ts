import type { LedgerId, Noun } from "./call.ts";

/** Nouns that people change; all others are derived. */
export type Changed = Exclude<Noun, "search" | "month" | "history" | "line" | "tips" | "rules">;
export type TabChange = { ledgerId: LedgerId; changed: Changed };
/** Messages between tabs: sign-in, sign-out, changes, and updated queues. */
type TabNews = { signedIn: number | null } | TabChange | { queueOf: number };

let channel: BroadcastChannel | undefined;
/** Undefined if the browser blocks it; other tabs then get no messages. */
function opened(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel("coffer");
  } catch {
    // Blocked together with the browser's storage.
  }
  return channel;
}

export const tellTabs = (news: TabNews): void => opened()?.postMessage(news);

export function onTabNews(listen: (news: TabNews) => void, signal?: AbortSignal): void {
  const hear = ({ data }: MessageEvent<TabNews>) => listen(data);
  opened()?.addEventListener("message", hear, signal && { signal });
}
