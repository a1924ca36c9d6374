import { countOf, FileRefusal } from "./parsed-file.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Text whose lines end with "\n" alone. `damaged` counts the characters that are lost. */
export type DecodedText = { text: string; encoding: Encoding; damaged: number };

/** Decodes a file: as `encoding` says, else as its first bytes say, else as what its bytes can be. */
export function decode(bytes: Uint8Array, encoding: Encoding = findEncoding(bytes)): DecodedText {
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = decoded.replace(/\r\n?/g, "\n");
  if (isBinary(text))
    throw new FileRefusal("This file is not text, so there are no transactions to read in it.");
  return { text: text.replaceAll("\0", ""), encoding, damaged: countOf(text, "\uFFFD") };
}

/** The encoding that a byte order mark, the position of zero bytes, or the file's own declaration gives. */
function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = zerosOf(bytes);
  if (zeros) return zeros;
  const declared = declaredEncoding(bytes);
  return declared ?? (isMostlyUtf8(bytes) ? "utf-8" : "windows-1252");
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function zerosOf(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length * 0.3;
  if (odd > many && even < odd / 10) return "utf-16le";
  if (even > many && odd < even / 10) return "utf-16be";
  return undefined;
}

/** The encoding that an XML declaration or an OFX header names, as far as it says something that only it can know. */
function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 1_024));
  const [, name = ""] = /^\s*<\?xml[^>]{0,200}encoding\s?=\s?["']([\w-]{1,20})/i.exec(head) ?? [];
  return /^(iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252)$/i.test(name) ? "windows-1252" : undefined;
}

/**
 * True where the bytes beyond ASCII are UTF-8. A few that are not make the file damaged, not Western: a line pasted
 * from elsewhere, or an end that was cut off.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) continue;
    const length = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    let following = 0;
    while (following < length && ((bytes[index + following + 1] ?? 0) & 0xc0) === 0x80) following++;
    if (length > 0 && following === length) {
      whole++;
      index += length;
    } else broken++;
  }
  return whole >= broken;
}

/** Text has no zero bytes or other control characters, but for a few that may pad it. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 65_536);
  let strange = 0;
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 28) || code === 0xfffd) strange++;
  }
  return strange > 10 && strange > sample.length / 20;
}
