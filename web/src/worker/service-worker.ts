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

/** The used part of ServiceWorkerGlobalScope: one TypeScript program cannot have a page's and a worker's scope. */
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

/** Milliseconds to wait for the cache before a file is fetched. */
const CACHE_LIMIT_MS = 1_000;
/** Milliseconds to wait for the cache if the network fails too. */
const LAST_LIMIT_MS = 5_000;

/** The paths that are answered with the stored page. Only the server knows the status of any other path. */
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
    const cached = serwist.handleRequest({ request, event });
    if (cached) event.respondWith(orFetched(cached, request));
  });
  self.addEventListener("message", ({ data }) => {
    if (data === ACTIVATE) void self.skipWaiting();
  });
}

/** Fetches the file if the cache hangs or fails, so that it does not block the page. */
async function orFetched(cached: Promise<Response>, request: Request): Promise<Response> {
  try {
    return await within(CACHE_LIMIT_MS, cached);
  } catch {
    return fetch(request).catch(() => within(LAST_LIMIT_MS, cached));
  }
}

/** Unregisters before it deletes the caches, which may hang. */
async function withdraw() {
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Opens the import for a shared file, and quick entry for a shared text; neither for a form of another site. */
async function receiveShared(request: Request): Promise<Response> {
  if (!(await isOursOrSystems(request))) return Response.redirect("/import", 303);
  const shared = await request.formData();
  const file = shared.get("file");
  if (file instanceof File && file.size > 0) {
    // If the browser cannot store the file, the import opens without it, and the person can choose it there.
    await within(LAST_LIMIT_MS, storeShared(file)).catch(() => {});
    return Response.redirect("/import", 303);
  }
  const words = ["title", "text"].map((name) => shared.get(name)).filter((text) => typeof text === "string");
  return Response.redirect(`/?enter=${encodeURIComponent(words.join(" ").trim().slice(0, 200))}`, 303);
}

async function storeShared(file: File): Promise<void> {
  const headers = { [SHARED_NAME]: encodeURIComponent(file.name), [SHARED_AT]: String(Date.now()) };
  await (await caches.open(SHARED_CACHE)).put(SHARED_FILE, new Response(file, { headers }));
}

/**
 * True for our own pages and for the system's share sheet. The sheet sends no origin, and neither does a page that hides
 * its own: only the server sees Sec-Fetch-Site, which distinguishes them (functions/src/local/static.ts).
 */
async function isOursOrSystems(request: Request): Promise<boolean> {
  const origin = request.headers.get("origin");
  if (origin === self.location.origin) return true;
  if (origin !== null && origin !== "null") return false;
  // Only Chromium shares with installed pages. Firefox's worker would resend another site's form as our own.
  if (!("userAgentData" in navigator)) return false;
  try {
    return (await fetch(request.clone())).status === 204;
  } catch {
    return false;
  }
}
