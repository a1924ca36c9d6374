import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** An address as in Playwright: a glob (relative to Coffer if it has no scheme), a pattern or a function. */
export type Wanted<Subject = URL> = string | RegExp | ((subject: Subject) => boolean);

export function isAddress(url: string, wanted: Wanted, base: string): boolean {
  if (typeof wanted === "function") return wanted(new URL(url));
  if (wanted instanceof RegExp) return wanted.test(url);
  const glob = wanted.startsWith("*") ? wanted : new URL(wanted, base).href;
  const pattern = glob
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, (stars) => (stars.length > 1 ? ".*" : "[^/]*"));
  return new RegExp(`^${pattern}$`).test(url);
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Handler = (route: ReturnType<typeof routeOf>, request: NetworkRequest) => unknown;
type Answer = {
  status?: number;
  headers?: Record<string, string>;
  contentType?: string;
  body?: string;
  json?: unknown;
  response?: NetworkResponse;
};
type NetworkRequest = ReturnType<typeof requestOf>;
type NetworkResponse = ReturnType<typeof responseOf>;
export type Network = Awaited<ReturnType<typeof startNetwork>>;

/**
 * A proxy between a window of WebKit and Coffer. It holds requests, cuts the network and runs scripts before those of
 * a page: WebKit's driver cannot, unlike Playwright in other browsers.
 */
export async function startNetwork(product: string, scripts: readonly string[], installs: boolean) {
  let routes: { wanted: Wanted; handler: Handler }[] = [];
  const listeners = new Set<(event: string, about: unknown) => void>();
  const tell = (event: string, about: unknown) => {
    for (const listener of listeners) listener(event, about);
  };
  let status = 0;
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch((error: unknown) => {
      tell("pageerror", error);
      outgoing.destroy();
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  };
  const port = await listen(0);
  const url = `http://127.0.0.1:${port}`;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    if (incoming.url === FAULTS) {
      const { type, text } = JSON.parse(String(body));
      const message = { type: () => "error", text: () => text, message: () => text, accept: async () => {} };
      tell(type, type === "pageerror" ? new Error(text) : message);
      outgoing.writeHead(204).end();
      return;
    }
    const request = requestOf(incoming, url, body);
    tell("request", request);
    const fetched = () => fromProduct(incoming, body);
    const send = (reply: Reply) => {
      // Playwright knows the answer before the page has seen it.
      const response = responseOf(request, reply);
      if (incoming.headers["sec-fetch-dest"] === "document") status = reply.status;
      outgoing.writeHead(reply.status, { ...reply.headers, connection: "close" }).end(reply.body);
      tell("response", response);
    };
    if (incoming.url === "/sw.js" && !installs) return void outgoing.writeHead(404).end();
    const open = routes.filter(({ wanted }) => isAddress(request.url(), wanted, url));
    const next = async (at: number): Promise<void> => {
      const route = open.at(at);
      if (!route) return send(await fetched());
      await route.handler(
        routeOf({
          request,
          send,
          fetched,
          fallback: () => next(at - 1),
          abort: () => void outgoing.destroy(),
        }),
        request,
      );
    };
    await next(-1);
  }

  async function fromProduct({ method = "GET", url: path, headers }: IncomingMessage, body: Buffer) {
    const own = (value: string) => value.replace(url, product);
    const sent = new Headers();
    for (const [name, value] of Object.entries(headers))
      if (!DROPPED.has(name) && value !== undefined) sent.set(name, own(String(value)));
    const reply = await fetch(product + path, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return withScripts(reply, scripts, (value) => value.replaceAll(product, url));
  }

  return {
    url,
    /** The status of the document that was loaded last. */
    status: () => status,
    /** Returns a function that removes the route. */
    route: (wanted: Wanted, handler: Handler) => {
      const route = { wanted, handler };
      routes.push(route);
      return () => {
        routes = routes.filter((each) => each !== route);
      };
    },
    unroute: (wanted: Wanted) => {
      routes = routes.filter((route) => String(route.wanted) !== String(wanted));
    },
    unrouteAll: () => {
      routes = [];
    },
    on: (event: string, listener: (about: never) => void) =>
      void listeners.add((name, about) => name === event && listener(about as never)),
    async waitFor<Event extends NetworkRequest | NetworkResponse>(event: string, wanted: Wanted<Event>) {
      const { promise, resolve, reject } = Promise.withResolvers<Event>();
      const listener = (name: string, about: unknown) => {
        const found = about as Event;
        const isIt = () =>
          typeof wanted === "function" ? wanted(found) : isAddress(found.url(), wanted, url);
        if (name === event && isIt()) resolve(found);
      };
      listeners.add(listener);
      const limit = setTimeout(() => reject(new Error(`no ${event} like ${wanted}`)), 60_000);
      return promise.finally(() => {
        clearTimeout(limit);
        listeners.delete(listener);
      });
    },
    async setOffline(offline: boolean) {
      if (!offline) return void (await listen(port));
      server.close();
      server.closeAllConnections();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Headers of the connection, and those with which a server may omit or compress the body. */
const DROPPED = new Set([
  "connection",
  "content-length",
  "host",
  "accept-encoding",
  "if-none-match",
  "if-modified-since",
]);

/** The address at which pages report their faults. */
const FAULTS = "/of-the-tests/faults";
const REPORT_FAULTS = `
  const report = (type, text) => navigator.sendBeacon("${FAULTS}", JSON.stringify({ type, text: String(text) }));
  window.alert = (text) => report("dialog", text);
  addEventListener("error", ({ error, message }) => { if (error) report("pageerror", error.stack ? error + error.stack : message); });
  addEventListener("unhandledrejection", ({ isTrusted, reason }) => isTrusted && report("pageerror", reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    report("console", "violates " + violatedDirective + ": " + blockedURI));
`;

async function withScripts(reply: Response, scripts: readonly string[], own: (value: string) => string) {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of reply.headers) {
    if (name === "set-cookie") headers[name] = reply.headers.getSetCookie();
    else if (!/^(content-encoding|transfer-encoding|content-length|connection|etag)$/.test(name))
      headers[name] = own(value);
  }
  const body = Buffer.from(await reply.arrayBuffer());
  if (!headers["content-type"]?.startsWith("text/html")) return { status: reply.status, headers, body };
  const nonce = randomUUID();
  const policy = "content-security-policy";
  if (headers[policy])
    headers[policy] = String(headers[policy]).replace("script-src", `script-src 'nonce-${nonce}'`);
  const blocks = [REPORT_FAULTS, ...scripts].map((script) => `<script nonce="${nonce}">{${script}}</script>`);
  const text = String(body).replace(/<head>|^(?!<)|<(?=p>)/, (start) =>
    start === "<head>" ? start + blocks.join("") : blocks.join("") + start,
  );
  return { status: reply.status, headers, body: Buffer.from(text) };
}

function requestOf(
  { method = "GET", url: path = "/", headers }: IncomingMessage,
  base: string,
  body: Buffer,
) {
  return {
    method: () => method,
    url: () => base + path,
    headers: () => headers,
    allHeaders: async () => headers,
    headerValue: async (name: string) => headers[name.toLowerCase()] ?? null,
    postData: () => String(body),
    postDataJSON: () => (body.length > 0 ? JSON.parse(String(body)) : null),
  };
}

function responseOf(request: NetworkRequest, reply: Reply) {
  return {
    reply,
    request: () => request,
    url: () => request.url(),
    status: () => reply.status,
    ok: () => reply.status < 300,
    text: async () => String(reply.body),
    json: async () => JSON.parse(String(reply.body)),
    finished: async () => null,
  };
}

function routeOf(way: {
  request: NetworkRequest;
  send: (reply: Reply) => void;
  fetched: () => Promise<Reply>;
  fallback: () => Promise<void>;
  abort: () => void;
}) {
  return {
    request: () => way.request,
    continue: async () => way.send(await way.fetched()),
    fallback: way.fallback,
    abort: async () => way.abort(),
    fetch: async () => responseOf(way.request, await way.fetched()),
    async fulfill({ status, headers, contentType, body, json, response }: Answer) {
      const text = json === undefined ? body : JSON.stringify(json);
      way.send({
        status: status ?? response?.status() ?? 200,
        headers: {
          ...response?.reply.headers,
          ...headers,
          ...(json !== undefined && { "content-type": "application/json" }),
          ...(contentType && { "content-type": contentType }),
        },
        body: text === undefined ? (response?.reply.body ?? Buffer.of()) : Buffer.from(text),
      });
    },
  };
}
