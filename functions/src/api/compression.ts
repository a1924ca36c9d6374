import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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

export const encodingFor = (accepts: string) =>
  (["br", "gzip"] as const).find((name) => isAccepted(name, accepts));

/** Hono's own parser of this header would add 3 KB to the start. */
const isAccepted = (name: string, accepts: string) =>
  accepts.split(",").some((part) => {
    const [coding, quality = "q=1"] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return coding === name && Number(quality.replace("q=", "")) !== 0;
  });

// Quality 4 of brotli compresses JSON as well as gzip's best, in a third of the time.
const compress = (text: string, encoding: "br" | "gzip") =>
  encoding === "br"
    ? promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : promisify(gzip)(text);
