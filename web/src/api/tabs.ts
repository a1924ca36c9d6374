import type { LedgerId, Noun } from "./call.ts";

/** Nouns that people change; the others follow from them. */
export type Changed = Exclude<Noun, "search" | "month" | "history" | "tips" | "rules">;
export type TabChange = { ledgerId: LedgerId; changed: Changed };
/** News between the tabs of a browser: who signed in or that nobody is, changes, and whose queue is another. */
type TabNews = { signedIn: number | null } | TabChange | { queueOf: number };

let channel: BroadcastChannel | undefined;
/** Undefined where the browser blocks it: other tabs then hear nothing. */
function opened(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel("coffer");
  } catch {
    // Blocked with the browser's storage.
  }
  return channel;
}

export const tellTabs = (news: TabNews): void => opened()?.postMessage(news);

export function onTabNews(listen: (news: TabNews) => void, signal?: AbortSignal): void {
  const hear = ({ data }: MessageEvent<TabNews>) => listen(data);
  opened()?.addEventListener("message", hear, signal && { signal });
}
