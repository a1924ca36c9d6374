import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** In bytes. */
const THRESHOLD = 1024;

type Encoded = { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** API Gateway's HTTP API does not compress. Not Hono's compress, which knows no brotli. */
export async function encoded(text: string, accepts = ""): Promise<Encoded> {
  const encoding = encodingFor(accepts);
  if (!encoding) return { body: text, headers: {} };
  const vary = { vary: "accept-encoding" };
  if (Buffer.byteLength(text) < THRESHOLD) return { body: text, headers: vary };
  return { body: await compress(text, encoding), headers: { ...vary, "content-encoding": encoding } };
}

export function encodingFor(accepts: string): "br" | "gzip" | undefined {
  const accepted = parseAccept(accepts).filter(({ q }) => q > 0);
  return (["br", "gzip"] as const).find((name) => accepted.some(({ type }) => type.toLowerCase() === name));
}

// Measured on 200 transactions (41 KB): brotli 2 makes 4.1 KB in 0.17 ms, brotli 4 the same in 0.29 ms, gzip 6 4.9 KB
// in 0.28 ms.
const compress = (text: string, encoding: "br" | "gzip") =>
  encoding === "br"
    ? promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })
    : promisify(gzip)(text);
