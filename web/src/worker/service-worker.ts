import { NavigationRoute, type PrecacheEntry, Serwist } from "serwist";
import { ACTIVATE, SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "./messages.ts";

declare global {
  /** Filled in by web/service-worker.ts. */
  interface ImportMetaEnv {
    PRECACHED: PrecacheEntry[];
    WITHDRAWN: boolean;
  }
}

/** The part of ServiceWorkerGlobalScope that is used: TypeScript cannot have a page's and a worker's scope in one program. */
type Scope = {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void;
};
type Extendable = { waitUntil(work: Promise<unknown>): void };
type Fetched = Extendable & { request: Request; respondWith(response: Promise<Response>): void };
declare const self: Scope;

/** The addresses that are answered with the stored page; another one's status only the server knows. */
const SCREEN =
  /^\/(transactions|budget|goals|subscriptions|year|activity|import|settings|admin|auth)?(\?.*)?$/;

if (import.meta.env.WITHDRAWN) {
  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener("activate", (event) => event.waitUntil(withdraw()));
} else {
  const serwist = new Serwist({ precacheEntries: import.meta.env.PRECACHED, disableDevLogs: true });
  serwist.registerRoute(new NavigationRoute(serwist.createHandlerBoundToUrl("/"), { allowlist: [SCREEN] }));
  self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "POST" && new URL(url).pathname === "/share")
      event.respondWith(receiveShared(event.request));
  });
  serwist.addEventListeners();
  self.addEventListener("message", ({ data }) => {
    if (data === ACTIVATE) void self.skipWaiting();
  });
}

async function withdraw() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

/** A bank's file opens the import, a text quick entry. */
async function receiveShared(request: Request): Promise<Response> {
  const shared = await request.formData();
  const file = shared.get("file");
  if (file instanceof File && file.size > 0) {
    const headers = { [SHARED_NAME]: encodeURIComponent(file.name) };
    await (await caches.open(SHARED_CACHE)).put(SHARED_FILE, new Response(file, { headers }));
    return Response.redirect("/import", 303);
  }
  const words = ["title", "text"].map((name) => shared.get(name)).filter((text) => typeof text === "string");
  return Response.redirect(`/?enter=${encodeURIComponent(words.join(" ").trim().slice(0, 200))}`, 303);
}
