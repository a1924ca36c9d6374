import { countOf, FileRefusal, type Layout } from "./parsed-file.ts";

type Encoding = Layout["encoding"];

/** Text whose lines end with "\n" alone. `damaged` counts the characters that are lost. */
export type DecodedText = { text: string; encoding: Encoding; damaged: number };

export function decode(bytes: Uint8Array, encoding: Encoding = findEncoding(bytes)): DecodedText {
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = decoded.replace(/\r\n?/g, "\n");
  if (isBinary(text))
    throw new FileRefusal("This file is not text, so there are no transactions to read in it.");
  return { text: text.replaceAll("\0", ""), encoding, damaged: countOf(text, "\uFFFD") };
}

function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const encoding = encodingByZeros(bytes) ?? declaredEncoding(bytes);
  return encoding ?? (isMostlyUtf8(bytes) ? "utf-8" : "windows-1252");
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function encodingByZeros(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 4_096);
  const zerosAt = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const many = sample.length * 0.3;
  if (odd > many && even < odd / 10) return "utf-16le";
  if (even > many && odd < even / 10) return "utf-16be";
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): Encoding | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 1_024));
  const [, name = ""] = /^\s*<\?xml[^>]{0,200}encoding\s?=\s?["']([\w-]{1,20})/i.exec(head) ?? [];
  return /^(iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252)$/i.test(name) ? "windows-1252" : undefined;
}

/** A few bytes that are not UTF-8 make the file damaged, not Western: a pasted line, or an end that was cut off. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const whole = text.replace(/[\p{ASCII}\uFFFD]+/gu, "").length;
  return whole >= countOf(text, "\uFFFD");
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
