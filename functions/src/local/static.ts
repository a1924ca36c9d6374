import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/utils/compress";
import { getMimeType } from "hono/utils/mime";
import { SECURITY_HEADERS } from "../api/headers.ts";
import { SCREEN, SITE_FILE } from "../site-files.ts";
import type { DEMO_ACCOUNT } from "./demo.ts";

type File = {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  brotli: () => Promise<Uint8Array<ArrayBuffer>> | undefined;
};

/** As CloudFront does. Node-server's serveStatic compresses nothing and sends no ETag. */
export function serveStatic(folder: string, demo?: typeof DEMO_ACCOUNT): MiddlewareHandler {
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
  const shell = index && demo ? withDemo(index, demo) : index;

  return async (http, next) => {
    const { method, path } = http.req;
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

/** Tells the sign-in screen of the demo household (web/src/screens/auth/Login.tsx). */
function withDemo({ body, type }: File, { email, password }: typeof DEMO_ACCOUNT): File {
  const meta = `<meta name="coffer-demo" content="${email} ${password}" />`;
  const html = new TextDecoder().decode(body).replace("</head>", `${meta}</head>`);
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
