import { FileRefusal } from "./bank-file.ts";

export type Kind =
  | "csv"
  | "html"
  | "xml"
  | "qif"
  | "ofx"
  | "camt"
  | "mt940"
  | "norma43"
  | "coda"
  | "abo"
  | "1c"
  | "json";

const OFFERS =
  "Your bank's page offers CSV, OFX or CAMT.053 beside it, mostly under “Export” or “Download transactions”.";
const PICTURE = `This is a picture, in which no amounts can be read. ${OFFERS}`;
/** Beginnings of files that people drop by mistake, and what to do instead. */
const OTHERS = [
  ["%PDF", `This is a PDF, which is made for printing: its amounts cannot be read safely. ${OFFERS}`],
  ["SQLite format 3", "This is a database. Export the transactions as CSV and drop that file."],
  ["\u001f\u008b", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["7z\u00bc\u00af", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["Rar!", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["{\\rtf", `This is a text document. ${OFFERS}`],
  ["\u0089PNG", PICTURE],
  ["\u00ff\u00d8\u00ff", PICTURE],
  ["GIF8", PICTURE],
  ["RIFF", PICTURE],
] as const;

/** Refuses unreadable files; returns the kind of workbook. */
export function checkStart(bytes: Uint8Array, name: string): "xlsx" | "xls" | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1_024));
  const [, sentence] = OTHERS.find(([known]) => start.startsWith(known)) ?? [];
  if (sentence) throw new FileRefusal(sentence);
  // Some servers put a blank line or a byte order mark before.
  if (/^[\s\u00ef\u00bb\u00bf]{0,20}%PDF-/.test(start)) throw new FileRefusal(OTHERS[0][1]);
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) return "xls";
  // BIFF without its container, as old servers write it.
  if (bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? 1) && bytes[3] === 0) return "xls";
  if (!start.startsWith("PK\u0003\u0004")) return undefined;
  const names = new TextDecoder("latin1").decode(bytes.length > 2_000_000 ? bytes.subarray(-200_000) : bytes);
  if (/xl\/(?:workbook|worksheets)|content\.xml|xl\//.test(names)) return "xlsx";
  if (/\.(?:xlsx|xlsm|ods)$/i.test(name)) return "xlsx";
  if (/word\/document/.test(names)) throw new FileRefusal(`This is a text document. ${OFFERS}`);
  throw new FileRefusal("This is a ZIP archive. Unpack it and drop the files that are in it.");
}

/** The kind of a file by its content: banks name their files as they like. */
export function kindOf(text: string, name: string): Kind {
  const start = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (start === "" && text.trim() === "") throw new FileRefusal("This file is empty.");
  if (/^OFXHEADER\s{0,9}:|<\?OFX\s|<OFX\s{0,9}>/i.test(start)) return "ofx";
  if (/^!(?:Type|Account|Option|Clear)\b/i.test(start)) return "qif";
  if (/^1CClientBankExchange/i.test(start)) return "1c";
  if (/^074\d{16}/.test(start) || (/^075\d{32}/.test(start) && /\.(?:gpc|abo)$/i.test(name))) return "abo";
  if (
    /^0000\d{9}[\d ]{3}05/.test(start) ||
    (/^0000\d/.test(start) && /^1[0-3]\d{3}/m.test(start) && /^21\d{8}/m.test(start))
  )
    return "coda";
  if (/^11\d{30}[12]\d{17}/.test(start) && /^(?:22|33|88)/m.test(start)) return "norma43";
  // Some banks send it in its SWIFT envelope, which begins with a brace.
  if (/^:20:/m.test(start) && /^:(?:25|28C?|60[FM]|61|34F):/m.test(start)) return "mt940";
  if (start.startsWith("<")) return markupKind(start, text);
  return /^[[{]\s{0,99}["{[\]}]/.test(start) ? "json" : "csv";
}

const SIGNED_OUT =
  /type\s?=\s?["']?password|sign[ -]?in|log[ -]?in|session (?:has )?(?:ended|expired)|anmelden|anmeldung|se connecter|iniciar sesi|accedi\b|inloggen|zaloguj|přihlá|войти|вход/i;

function markupKind(start: string, text: string): Kind {
  const isPage =
    /^(?:<!--[^>]{0,2000}-->\s{0,99})?<(?:!doctype html|html|head|body|table|meta|style|div|title)\b/i.test(
      start,
    ) || /<html[\s>]/i.test(start.slice(0, 3_000));
  if (!isPage) {
    if (/BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(start)) return "camt";
    return "xml";
  }
  const rows = countRows(text);
  const hasPassword = /type\s?=\s?["']?password/i.test(text.slice(0, 200_000));
  if (rows >= 2 && !hasPassword) return "html";
  throw new FileRefusal(
    SIGNED_OUT.test(text.slice(0, 200_000))
      ? "This is a web page that asks to sign in, not a list of transactions: sign in at your bank and download the file once more."
      : "This is a web page without a table of transactions. Use your bank's download of CSV, OFX or CAMT.053.",
  );
}

function countRows(text: string): number {
  let rows = 0;
  for (let at = text.search(/<tr[\s>]/i); at >= 0 && rows < 3; rows++) {
    const next = text.slice(at + 3, at + 2_000_000).search(/<tr[\s>]/i);
    at = next < 0 ? -1 : at + 3 + next;
  }
  return rows;
}
