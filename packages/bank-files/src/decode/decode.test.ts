import { describe, expect, test } from "vitest";
import { decode } from "./decode.ts";

const TEXT = "Datum;Betrag;Text\n05.11.2026;-3,50;Café Größe €\n";
const utf8 = new TextEncoder().encode(TEXT);
const bytes = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...Array(text.length).keys()].flatMap((index) => {
      const code = text.charCodeAt(index);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
/** € is 0x80 in Windows-1252; the other letters are the same as in Latin-1. */
const windows = Uint8Array.from([...TEXT].map((letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0))));

test.each([
  ["UTF-8", utf8, "utf-8"],
  ["UTF-8 with a byte order mark", bytes([0xef, 0xbb, 0xbf], utf8), "utf-8"],
  ["UTF-16, little-endian, with a mark", bytes([0xff, 0xfe], utf16(TEXT, false)), "utf-16le"],
  ["UTF-16, big-endian, with a mark", bytes([0xfe, 0xff], utf16(TEXT, true)), "utf-16be"],
  ["UTF-16, little-endian", utf16(TEXT, false), "utf-16le"],
  ["UTF-16, big-endian", utf16(TEXT, true), "utf-16be"],
  ["Windows-1252", windows, "windows-1252"],
] as const)("detects %s", (_, encoded, encoding) => {
  expect(decode(encoded)).toEqual({ text: TEXT, encoding, damaged: 0 });
});

describe("a file", () => {
  test("is decoded with a given encoding", () => {
    expect(decode(new TextEncoder().encode("é"), "windows-1252").text).toBe("Ã©");
  });

  test("is decoded with the encoding of its XML declaration", () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9</a>';
    expect(decode(Uint8Array.from([...xml].map((letter) => letter.charCodeAt(0)))).text).toBe(xml);
  });

  test("gets uniform line ends", () => {
    expect(decode(new TextEncoder().encode("a\r\nb\rc\nd")).text).toBe("a\nb\nc\nd");
  });

  test("of UTF-8 with a line in another encoding counts the damaged characters", () => {
    const mixed = bytes(utf8, [0x43, 0x61, 0x66, 0xe9, 0x0a]);
    expect(decode(mixed)).toEqual({ text: `${TEXT}Caf\uFFFD\n`, encoding: "utf-8", damaged: 1 });
  });

  test("cut off within a letter is still UTF-8", () => {
    const cut = new TextEncoder().encode("Größe Café").subarray(0, -1);
    expect(decode(cut)).toEqual({ text: "Größe Caf\uFFFD", encoding: "utf-8", damaged: 1 });
  });

  test("with a few zero bytes is read without them", () => {
    expect(decode(bytes(utf8, [0, 0, 0])).text).toBe(TEXT);
  });

  test("that is not text is refused", () => {
    const noise = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 256);
    expect(() => decode(noise)).toThrow("This file is not text, so there are no transactions to read in it.");
  });
});
