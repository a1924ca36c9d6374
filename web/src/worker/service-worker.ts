import { NavigationRoute, type PrecacheEntry, Serwist } from "serwist";
import { within } from "../browser/limit.ts";
import { ACTIVATE, SHARED_AT, SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "./messages.ts";

declare global {
  /** Filled in by web/service-worker.ts. */
  interface ImportMetaEnv {
    PRECACHED: PrecacheEntry[];
    WITHDRAWN: boolean;
  }
}

/** The part of ServiceWorkerGlobalScope that is used: TypeScript cannot have a page's and a worker's scope in one program. */
type Scope = {
  location: { origin: string };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
};
type Extendable = Parameters<Serwist["handleInstall"]>[0] & { waitUntil(work: Promise<unknown>): void };
type Fetched = Extendable & { request: Request; respondWith(response: Promise<Response>): void };
declare const self: Scope;

/** Milliseconds after which a file is fetched instead. */
const CACHE_LIMIT_MS = 1_000;
/** Milliseconds after which the wait is pointless. */
const LAST_LIMIT_MS = 5_000;

/** The addresses that are answered with the stored page; another one's status only the server knows. */
const SCREEN =
  /^\/(transactions|review|ahead|budget|goals|subscriptions|year|activity|import|settings|admin|auth)?(\?.*)?$/;

if (import.meta.env.WITHDRAWN) {
  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener("activate", (event) => event.waitUntil(withdraw()));
} else {
  const serwist = new Serwist({ precacheEntries: import.meta.env.PRECACHED, disableDevLogs: true });
  serwist.registerRoute(new NavigationRoute(serwist.createHandlerBoundToUrl("/"), { allowlist: [SCREEN] }));
  self.addEventListener("install", (event) => void serwist.handleInstall(event));
  self.addEventListener("activate", (event) => void serwist.handleActivate(event));
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "POST" && new URL(request.url).pathname === "/share")
      return event.respondWith(receiveShared(request));
    const kept = serwist.handleRequest({ request, event });
    if (kept) event.respondWith(orFetched(kept, request));
  });
  self.addEventListener("message", ({ data }) => {
    if (data === ACTIVATE) void self.skipWaiting();
  });
}

/** A cache that hangs or fails does not block the page: the file comes from the server. */
async function orFetched(kept: Promise<Response>, request: Request): Promise<Response> {
  try {
    return await within(CACHE_LIMIT_MS, kept);
  } catch {
    return fetch(request).catch(() => within(LAST_LIMIT_MS, kept));
  }
}

/** Unregistered first: the caches may hang. */
async function withdraw() {
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** A bank's file opens the import, a text quick entry. A form of another site gets neither. */
async function receiveShared(request: Request): Promise<Response> {
  if (!(await isOursOrSystems(request))) return Response.redirect("/import", 303);
  const shared = await request.formData();
  const file = shared.get("file");
  if (file instanceof File && file.size > 0) {
    // If the browser cannot store the file, the import opens without it, and the person can choose it there.
    await within(LAST_LIMIT_MS, keepShared(file)).catch(() => {});
    return Response.redirect("/import", 303);
  }
  const words = ["title", "text"].map((name) => shared.get(name)).filter((text) => typeof text === "string");
  return Response.redirect(`/?enter=${encodeURIComponent(words.join(" ").trim().slice(0, 200))}`, 303);
}

async function keepShared(file: File): Promise<void> {
  const headers = { [SHARED_NAME]: encodeURIComponent(file.name), [SHARED_AT]: String(Date.now()) };
  await (await caches.open(SHARED_CACHE)).put(SHARED_FILE, new Response(file, { headers }));
}

/**
 * True for a page of ours and for the system's share sheet. The sheet has no origin, and neither has a form of a page
 * that hides its own: only the server sees Sec-Fetch-Site, which tells them apart (functions/src/local/static.ts).
 */
async function isOursOrSystems(request: Request): Promise<boolean> {
  const origin = request.headers.get("origin");
  if (origin === self.location.origin) return true;
  if (origin !== null && origin !== "null") return false;
  // Only Chromium shares with installed pages. Firefox sends a worker's copy of a stranger's form as one of ours.
  if (!("userAgentData" in navigator)) return false;
  try {
    return (await fetch(request.clone())).status === 204;
  } catch {
    return false;
  }
}
