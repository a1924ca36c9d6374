import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/utils/compress";
import { getMimeType } from "hono/utils/mime";
import { SECURITY_HEADERS } from "../api/headers.ts";
import { SCREEN, SITE_FILE } from "../site-files.ts";

type File = {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  brotli: () => Promise<Uint8Array<ArrayBuffer>> | undefined;
};

/** Meta elements that only the local server adds to the page: content by name. */
type Hints = Record<string, string | undefined>;

/** Answers as CloudFront does. Node-server's serveStatic compresses nothing and sends no ETag. */
export function serveStatic(
  folder: string,
  hintsFor: (http: Context) => Hints = () => ({}),
): MiddlewareHandler {
  const files = new Map<string, File>(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const type = getMimeType(path) ?? "application/octet-stream";
        return [
          `/${relative(folder, path).split(sep).join("/")}`,
          fileOf(Uint8Array.from(readFileSync(path)), type),
        ] as const;
      }),
  );
  const index = files.get("/index.html");
  const shells = new Map<string, File>();
  const shellFor = (http: Context): File | undefined => {
    const elements = metaElements(hintsFor(http));
    if (!index || elements === "") return index;
    const shell = shells.get(elements) ?? withHead(index, elements);
    shells.set(elements, shell);
    return shell;
  };

  return async (http, next) => {
    const { method, path } = http.req;
    const shell = shellFor(http);
    const file = SITE_FILE.test(path) ? files.get(path) : shell;
    if (!file || (method !== "GET" && method !== "HEAD")) return next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) http.header(name, value);
    http.header("etag", file.etag);
    http.header("vary", "accept-encoding");
    http.header(
      "cache-control",
      path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    );
    const isThere = file !== shell || SCREEN.test(path);
    if (isThere && http.req.header("if-none-match") === file.etag) return http.body(null, 304);
    http.header("content-type", file.type);
    const brotli = /\bbr\b/.test(http.req.header("accept-encoding") ?? "") ? await file.brotli() : undefined;
    if (brotli) http.header("content-encoding", "br");
    return http.body(brotli ?? file.body, isThere ? 200 : 404);
  };
}

const metaElements = (hints: Hints): string =>
  Object.entries(hints)
    .flatMap(([name, content]) =>
      content === undefined ? [] : [`<meta name="${name}" content="${content}" />`],
    )
    .join("");

function withHead({ body, type }: File, elements: string): File {
  const html = new TextDecoder().decode(body).replace("</head>", `${elements}</head>`);
  return fileOf(Uint8Array.from(new TextEncoder().encode(html)), type);
}

function fileOf(body: File["body"], type: string): File {
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    body,
    type,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    brotli() {
      if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return undefined;
      compressed ??= promisify(brotliCompress)(body).then((bytes) => Uint8Array.from(bytes));
      return compressed;
    },
  };
}

/**
 * Tells the service worker whether a form sent to /share comes from the system's share sheet or the product itself: only
 * a server sees Sec-Fetch-Site. The form's body is not read. CloudFront answers the same (infra/edge/page.js).
 */
export const shareTarget: MiddlewareHandler = async (http) => {
  const site = http.req.header("sec-fetch-site");
  return http.body(null, site === "same-origin" || site === "none" ? 204 : 403);
};
