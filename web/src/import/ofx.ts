import type { Day } from "@coffer/domain/time/day";
import { readPlainAmount } from "./amount.ts";
import { CUT_OFF, NO_AMOUNT, startFile } from "./file-builder.ts";
import { countOf, FileRefusal, MAX_VALUE, type ParsedFile } from "./parsed-file.ts";

const FIELDS = new Set(["TRNTYPE", "DTPOSTED", "DTUSER", "TRNAMT", "FITID", "NAME", "MEMO", "CHECKNUM"]);
const INVESTMENTS = /^(BUY|SELL)(DEBT|MF|OPT|OTHER|STOCK)$|^(REINVEST|TRANSFER|SPLIT|CLOSUREOPT)$/;

const CDATA = "<![CDATA[";

/** Walks from tag to tag, which reads SGML, whose values end at the next tag, XML, and what banks write in between. */
export function readOfx(text: string, latest: Day): ParsedFile {
  const file = startFile("OFX", latest);
  const start = text.search(/<OFX\s{0,9}>/i);
  if (start < 0) throw new FileRefusal("This OFX file holds no statement.");
  let fields: Map<string, string> | undefined;
  let firstLine = 0;
  let isPending = false;
  let isWhole = false;
  const finish = () => {
    if (!fields) return;
    const [amount, memo, id] = ["TRNAMT", "MEMO", "FITID"].map((name) => fields?.get(name));
    file.add(firstLine, {
      date: file.date((fields.get("DTPOSTED") ?? fields.get("DTUSER") ?? "").slice(0, 8)),
      amount: amount === undefined ? NO_AMOUNT : readPlainAmount(amount),
      description: [fields.get("NAME"), memo, fields.get("TRNTYPE")],
      notes: [memo],
      reference: id && `ofx:${id.slice(0, 200)}`,
    });
    fields = undefined;
  };
  for (const { name, value, line } of tagsOf(text, start)) {
    if (name === "STMTTRN") {
      finish();
      fields = new Map();
      firstLine = line;
    } else if (name === "/STMTTRN" || name === "/BANKTRANLIST") finish();
    else if (name === "STMTTRNP") isPending = true;
    else if (name === "/STMTTRNP") {
      file.leaveOut(line, "pending");
      isPending = false;
    } else if (name === "/OFX") isWhole = true;
    else if (name === "CURDEF" && value) file.parsed.currencies.add(value.toUpperCase());
    else if (INVESTMENTS.test(name)) file.leaveOut(line, "investment");
    else if (fields && !isPending && FIELDS.has(name) && value && !fields.has(name)) fields.set(name, value);
  }
  if (fields) file.cannotRead(firstLine, CUT_OFF);
  else if (!isWhole)
    file.parsed.notices.push(
      "The file ends before its statement does: transactions may be missing at its end.",
    );
  return file.parsed;
}

/** The tags in their order, those that close an element as "/NAME", each with the text behind it. */
function* tagsOf(text: string, start: number): Generator<{ name: string; value: string; line: number }> {
  let line = 1 + countOf(text.slice(0, start), "\n");
  let at = start;
  while (at >= 0) {
    const close = text.indexOf(">", at);
    if (close < 0) return;
    const dataEnd = text.startsWith(CDATA, close + 1) ? text.indexOf("]]>", close) : -1;
    const isData = dataEnd >= 0;
    const next = text.indexOf("<", isData ? dataEnd : close);
    const name = text
      .slice(at + 1, Math.min(close, at + 60))
      .trim()
      .toUpperCase();
    const begin = close + 1 + (isData ? CDATA.length : 0);
    const end = isData ? dataEnd : next < 0 ? text.length : next;
    const raw = text.slice(begin, Math.min(end, begin + MAX_VALUE)).trim();
    yield { name, value: isData ? raw : decodeEntities(raw), line };
    line += countOf(text.slice(at, Math.max(at, next)), "\n");
    at = next;
  }
}

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));

/** Entities as XML and HTML have them; some banks encode them twice. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  const once = (encoded: string) =>
    encoded.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return ENTITIES.get(String(name).toLowerCase()) ?? whole;
    });
  return once(once(text));
}
