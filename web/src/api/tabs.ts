/** What the tabs of a browser tell each other: who signed in, or that nobody is. */
type TabNews = { signedIn: number | null };

let channel: BroadcastChannel | undefined;
/** Opened with its first use: one is held open as long as the page. */
function opened(): BroadcastChannel {
  channel ??= new BroadcastChannel("coffer-session");
  return channel;
}

export const tellTabs = (news: TabNews): void => opened().postMessage(news);

export function onTabNews(listen: (news: TabNews) => void): void {
  opened().addEventListener("message", ({ data }: MessageEvent<TabNews>) => listen(data));
}
