import type { XmlElement } from "@rgrove/parse-xml";
import { type BankFile, FileRefusal } from "./bank-file.ts";
import { type Chance, coverText } from "./cover.ts";
import { movementsOf, sectionsOf } from "./formats/one-c.ts";
import { children, localName, parseDocument, textIn } from "./grid/xml.ts";
import { referenceOf } from "./table/cell-words.ts";
import { isDate } from "./text/date.ts";

/** An anonymous copy of a statement that is not a table: keeps tags, codes and days, and covers the rest. */
export function anonymousStatement(text: string, file: BankFile, chance: Chance): string {
  const cover = coverOf(file, chance);
  switch (file.format) {
    case "ofx":
      return copyOfx(text, cover);
    case "qif":
      return copyQif(text, cover);
    case "camt":
      return copyCamt(text, cover);
    case "mt940":
      return copyMt940(text, cover);
    case "norma43":
      return copyNorma43(text, cover);
    case "coda":
      return copyCoda(text, cover);
    case "abo":
      return copyAbo(text, cover);
    case "1c":
      return copyOneC(text, cover);
    default:
      throw new FileRefusal("This kind of file has no anonymous copy.");
  }
}

type Cover = ReturnType<typeof coverOf>;

/** Invented texts and amounts. Amounts are in thousandths, as some formats have three decimals. */
function coverOf(file: BankFile, chance: Chance) {
  const texts = new Map<string, string>();
  const amounts = new Map<number, number>();
  const originals = new Set(file.rows.map(({ amount }) => Math.abs(amount) * 10));
  /** Invents digits of the same length, with as many trailing zeros. */
  function amount(original: number): number {
    if (original === 0) return 0;
    const known = amounts.get(original);
    if (known !== undefined) return known;
    const step = [1_000, 100, 10, 1].find((one) => original % one === 0) ?? 1;
    const low = 10 ** (String(original / step).length - 1);
    let invented = original;
    for (let tries = 0; tries < 50 && (originals.has(invented) || invented === original); tries++)
      invented = Math.floor(low + chance() * 9 * low) * step;
    amounts.set(original, invented);
    return invented;
  }
  /** Equal texts get equal replacements, so that an account stays one account. */
  function text(original: string): string {
    const known = texts.get(original);
    if (known !== undefined) return known;
    let invented = coverText(original, chance);
    for (let tries = 0; tries < 20 && invented === original; tries++) invented = coverText(original, chance);
    texts.set(original, invented);
    return invented;
  }
  /** "1,234.56" and "640," in their own marks. */
  function amountIn(original: string): string {
    const [, sign = "", whole = "", mark = "", decimals = ""] =
      /^([+-]?)(\d[\d.,' ]*?)(?:([.,])(\d{0,3}))?$/.exec(original.trim()) ?? [];
    if (whole === "") return text(original);
    const size = Number(whole.replace(/\D/g, "")) * 1_000 + Number(decimals.padEnd(3, "0"));
    return sign + written(amount(size), mark, decimals.length);
  }
  const sum = file.rows.reduce((all, row) => all + amount(Math.abs(row.amount) * 10), 0);
  let balance = Math.floor((sum / 1_000) * (1 + chance()) + 1_000 + chance() * 9_000) * 1_000;
  return {
    amount,
    amountIn,
    text,
    /** Keeps words that mean "no reference". */
    reference: (original: string) => (referenceOf(original) === "" ? original : text(original)),
    /** True if balances prove the rows, so that they must match the invented amounts. */
    isProved: file.proved === "balance",
    /** The running balance; never below zero. */
    balance: () => balance,
    add: (signed: number) => {
      balance += signed;
    },
  };
}

const written = (thousandths: number, mark: string, decimals: number): string =>
  `${Math.floor(thousandths / 1_000)}${mark}${String(thousandths % 1_000)
    .padStart(3, "0")
    .slice(0, decimals)}`;

const within = (value: string, cover: (text: string) => string): string =>
  value.replace(/\S(?:[\s\S]*\S)?/, cover);

/** Replaces character references, which would otherwise be covered like letters. */
const withoutEntities = (text: string): string => text.replace(/&#?\w{1,10};/g, "+");

const OFX_KEPT =
  /^(?:TRNTYPE|CURDEF|CURSYM|DT\w+|LANGUAGE|CODE|SEVERITY|ACCTTYPE|SUBACCT\w+|UNITPRICE|INCTRAN)$/;

function copyOfx(text: string, cover: Cover): string {
  let name = "";
  return text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^((?:NEW|OLD)FILEUID:).*$/gm, "$1NONE")
    .replace(/<!\[CDATA\[([^\]]*)\]\]>/g, (_, content: string) => content.replace(/[<&]/g, "+"))
    .replace(/<([A-Za-z][\w.]*)>([^<]+)/g, (whole, tag: string, value: string) => {
      const kind = tag.toUpperCase();
      if (OFX_KEPT.test(kind)) return whole;
      return `<${tag}>${within(withoutEntities(value), (content) => {
        if (/AMT$/.test(kind)) return cover.amountIn(content);
        if (kind === "FITID" || kind === "CHECKNUM") return cover.reference(content);
        // A name may be cut off and continue in the memo.
        const goesOn = kind === "MEMO" && name.length >= 30 && content.startsWith(name);
        if (kind === "NAME") name = content;
        return goesOn ? cover.text(name) + cover.text(content.slice(name.length)) : cover.text(content);
      })}`;
    });
}

function copyQif(text: string, cover: Cover): string {
  return text
    .split("\n")
    .map((line) => {
      const [code, value] = [line.charAt(0).toUpperCase(), line.slice(1)];
      if (/[!^DC]/.test(code) || (code === "P" && /^opening balance$/i.test(value.trim()))) return line;
      return code + within(value, /[TU$]/.test(code) ? cover.amountIn : cover.text);
    })
    .join("\n");
}

const CAMT_KEPT =
  /^(?:Cd|CdtDbtInd|Sts|Dt|DtTm|RvslInd|Ccy|\w+Ccy|PgNb|LastPgInd|CreDtTm|FrDtTm|ToDtTm|BtchBookg|NbOf\w+)$/;

function copyCamt(original: string, cover: Cover): string {
  const text = original
    .replace(/^\uFEFF/, "")
    .trimStart()
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  const root = parseDocument(text);
  const replaced = new Map<XmlElement, string>();
  const statements = all(root, /^(?:Stmt|Rpt|Ntfctn)$/);
  for (const statement of statements) {
    const opening = cover.balance();
    for (const entry of children(statement, "Ntry")) {
      const size = entryAmount(entry, cover, replaced);
      const status = textIn(entry, "Sts", "Cd") || textIn(entry, "Sts");
      if (!/^(?:PDNG|INFO|FUTR)$/.test(status))
        cover.add(textIn(entry, "CdtDbtInd") === "DBIT" ? -size : size);
    }
    if (!cover.isProved) continue;
    for (const balance of children(statement, "Bal")) {
      const code = textIn(balance, "Tp", "CdOrPrtry", "Cd");
      const size = /^(?:OPBD|PRCD)$/.test(code) ? opening : code === "CLBD" ? cover.balance() : undefined;
      if (size === undefined) continue;
      for (const amount of children(balance, "Amt")) replaced.set(amount, written(size, ".", 2));
      for (const direction of children(balance, "CdtDbtInd")) replaced.set(direction, "CRDT");
    }
  }
  let copy = "";
  let at = 0;
  for (const element of all(root, /^/)) {
    if (children(element).length > 0 || element.text.trim() === "") continue;
    const name = localName(element);
    const begin = text.indexOf(">", element.start) + 1;
    const end = text.lastIndexOf("<", element.end - 1);
    const value = element.text.replace(/[<>&]/g, "+");
    const covered =
      replaced.get(element) ??
      (CAMT_KEPT.test(name)
        ? undefined
        : within(value, (content) =>
            /^[+-]?\d+(?:\.\d+)?$/.test(content) && /(?:Amt|Sum)$/.test(name)
              ? cover.amountIn(content)
              : cover.reference(content),
          ));
    if (covered === undefined) continue;
    copy += text.slice(at, begin) + covered;
    at = end;
  }
  return copy + text.slice(at);
}

/** The entry's amount; equals the sum of its payments if it did in the original. */
function entryAmount(entry: XmlElement, cover: Cover, replaced: Map<XmlElement, string>): number {
  const thousandths = (element: XmlElement | undefined) => Math.round(Number(element?.text ?? 0) * 1_000);
  const [own] = children(entry, "Amt");
  const details = children(entry, "NtryDtls").flatMap((one) => children(one, "TxDtls"));
  const signed = details.map((detail) => {
    const amounts = [
      ...children(detail, "Amt"),
      ...all(detail, /^(?:TxAmt|InstdAmt)$/).flatMap((one) => children(one, "Amt")),
    ];
    const direction = textIn(detail, "CdtDbtInd") || textIn(entry, "CdtDbtInd");
    return { size: thousandths(amounts[0]), sign: direction === textIn(entry, "CdtDbtInd") ? 1 : -1 };
  });
  const sum = signed.reduce((all, { size, sign }) => all + sign * size, 0);
  if (details.length < 2 || sum !== thousandths(own)) return cover.amount(thousandths(own));
  const invented = signed.reduce((all, { size, sign }) => all + sign * cover.amount(size), 0);
  if (own) replaced.set(own, written(Math.abs(invented), ".", 2));
  return invented;
}

/** All matching descendants in document order. */
function all(element: XmlElement, name: RegExp): XmlElement[] {
  return children(element).flatMap((one) => [...(name.test(localName(one)) ? [one] : []), ...all(one, name)]);
}

const DETAIL_MARKS =
  /(^\d{3}(?=[?^~<])|[?^~<]\d\d|\b(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|\/(?:NAME|BENM|CNTP|REMI|USTD|TRTP|EREF|IBAN|BIC|ISDT|CSID|MARF|PREF|ORDP|RTRN|PURP|ADDR)\/|\/[A-Z]{2,5}\/)/;
const KNOWN_MARK = /^(?:\d{3}|[?^~<]\d\d|[A-Z]{3,4}\+|\/(?:NAME|BENM|CNTP|REMI|USTD|TRTP|EREF|IBAN|BIC)\/)$/;

function copyMt940(text: string, cover: Cover): string {
  const copy: string[] = [];
  let [debits, credits] = [0, 0];
  for (const lines of fieldsOf(text)) {
    const [, tag = "", first = ""] = /^\s*:(\d\d[A-Z]?):(.*)$/.exec(lines[0] ?? "") ?? [];
    const more = lines.slice(1).map(cover.text);
    if (tag === "20") [debits, credits] = [0, 0];
    if (tag === "86") copy.push(...coverDetails(lines, cover));
    else if (tag === "61") {
      const [, dates = "", mark = "", letter = "", digits = "", kind = "", rest = ""] =
        /^\s*(\d{6}(?:\d{4}| {4})?)(R?[CD]|E[CD])(R?[A-Z]?)(\d{1,15}(?:[,.]\d{0,5})?)([A-Z][A-Z0-9]{3})?(.*)$/.exec(
          first,
        ) ?? [];
      const amount = cover.amountIn(digits);
      const size = Math.round(Number(amount.replace(",", ".")) * 1_000);
      if (mark === "D" || mark === "RC") debits += size;
      if (mark === "C" || mark === "RD") credits += size;
      if (!mark.startsWith("E")) cover.add(mark === "D" || mark === "RC" ? -size : size);
      const references = rest.split("//").map(cover.reference).join("//");
      copy.push(
        mark === ""
          ? cover.text(lines[0] ?? "")
          : `:61:${dates}${mark}${letter}${amount}${kind}${references}`,
        ...more,
      );
    } else if (/^6[0245][FM]?$/.test(tag))
      copy.push(
        first.replace(
          /^([CD])(\d{6}[A-Z]{3})(\d{1,15})([,.])(\d{0,5})(.*)$/,
          (_, mark, day, whole, point, decimals, rest) =>
            cover.isProved
              ? `:${tag}:C${day}${written(cover.balance(), point, decimals.length)}`
              : `:${tag}:${mark}${day}${cover.amountIn(whole + point + decimals)}${cover.text(rest)}`,
        ),
        ...more,
      );
    else if (/^90[CD]$/.test(tag))
      copy.push(
        first.replace(
          /^(\d{0,5}[A-Z]{3})\d{1,15}([,.]?)(\d{0,5}) {0,9}$/,
          (_, count: string, point: string, decimals: string) =>
            `:${tag}:${count}${written(tag === "90D" ? debits : credits, point, decimals.length)}`,
        ),
        ...more,
      );
    else if (tag === "34F")
      copy.push(
        `:34F:${first.slice(0, 4).replace(/\d/g, "0")}${first.slice(4).replace(/[1-9]/g, "0")}`,
        ...more,
      );
    else if (tag === "13" || tag === "13D" || tag === "28" || tag === "28C") copy.push(...lines);
    else if (tag === "20") copy.push(`:20:${cover.reference(first)}`, ...more);
    else if (tag !== "") copy.push(`:${tag}:${cover.text(first)}`, ...more);
    else copy.push(...lines.map((line) => line.replace(/[A-Z]{6}[A-Z0-9]{2,6}\d{0,10}/g, cover.text)));
  }
  return copy.join("\n");
}

/** The lines of each field; lines between messages are separate. */
function fieldsOf(text: string): string[][] {
  const fields: string[][] = [];
  for (const line of text.split("\n")) {
    const isStart = /^\s*:\d\d[A-Z]?:/.test(line) || /^[{}]|^-\}|^\s*-\s*$/.test(line);
    if (isStart || fields.length === 0) fields.push([line]);
    else fields.at(-1)?.push(line);
  }
  return fields;
}

/** A tag may be broken over two lines, so the replacement has the same length and line breaks. */
function coverDetails(lines: readonly string[], cover: Cover): string[] {
  const contents = lines.map((line, index) => (index === 0 ? line.replace(/^\s*:86:/, "") : line));
  const isMarked = /^\d{0,3}[?^~<]\d\d|^\/[A-Z]{2,5}\//.test(contents.join(""));
  const covered = isMarked
    ? contents
        .join("")
        .split(DETAIL_MARKS)
        .map((part) => (KNOWN_MARK.test(part) ? part : cover.reference(part)))
        .join("")
    : undefined;
  return contents.map((content, index) => {
    const at = contents.slice(0, index).join("").length;
    const line = covered === undefined ? cover.text(content) : covered.slice(at, at + content.length);
    return index === 0 ? `:86:${line}` : line;
  });
}

/** Overwrites a part of a fixed-width line. */
function put(line: string, from: number, to: number, write: (part: string) => string): string {
  const part = line.slice(from, to);
  if (part.trim() === "") return line;
  return line.slice(0, from) + write(part).padEnd(part.length).slice(0, part.length) + line.slice(to);
}

/** Covers the parts of a line between two columns each. */
const coverParts = (line: string, cover: Cover, ...parts: [number, number][]): string =>
  parts.reduce((copy, [from, to]) => put(copy, from, to, cover.reference), line);

/** Digits without a decimal mark; the last `decimals` are the fraction. */
const digitsOf = (thousandths: number, width: number, decimals: 2 | 3): string =>
  String(Math.round(decimals === 2 ? thousandths / 10 : thousandths)).padStart(width, "0");

function putAmount(
  line: string,
  from: number,
  to: number,
  decimals: 2 | 3,
  cover: Cover,
  value?: number,
): string {
  return put(line, from, to, (part) => {
    const size = Number(part) * (decimals === 2 ? 10 : 1);
    return Number.isNaN(size) ? part : digitsOf(value ?? cover.amount(size), part.length, decimals);
  });
}

const sizeIn = (line: string, from: number, to: number, decimals: 2 | 3): number =>
  (Number(line.slice(from, to)) || 0) * (decimals === 2 ? 10 : 1);

/** Writes a positive balance; `plus` is the format's sign of a credit balance. */
function putBalance(
  line: string,
  sign: number,
  from: number,
  to: number,
  decimals: 2 | 3,
  cover: Cover,
  plus: string,
): string {
  if (!cover.isProved) return putAmount(line, from, to, decimals, cover);
  return put(putAmount(line, from, to, decimals, cover, cover.balance()), sign, sign + 1, () => plus);
}

function copyNorma43(text: string, cover: Cover): string {
  let [debits, credits] = [0, 0];
  return text
    .split("\n")
    .map((line) => {
      switch (line.slice(0, 2)) {
        case "11":
          [debits, credits] = [0, 0];
          return putBalance(coverParts(line, cover, [2, 20], [51, 80]), 32, 33, 47, 2, cover, "2");
        case "22": {
          const size = cover.amount(sizeIn(line, 28, 42, 2));
          const isOut = line.charAt(27) === "1";
          cover.add(isOut ? -size : size);
          if (isOut) debits += size;
          else credits += size;
          return putAmount(coverParts(line, cover, [6, 10], [42, 52], [52, 64], [64, 80]), 28, 42, 2, cover);
        }
        case "23":
          return coverParts(line, cover, [4, 42], [42, 80]);
        case "24":
          return coverParts(line, cover, [7, 80]);
        case "33": {
          const copy = putBalance(coverParts(line, cover, [2, 20]), 58, 59, 73, 2, cover, "2");
          return putAmount(putAmount(copy, 25, 39, 2, cover, debits), 44, 58, 2, cover, credits);
        }
        default:
          return line;
      }
    })
    .join("\n");
}

function copyCoda(text: string, cover: Cover): string {
  return text
    .split("\n")
    .map((line) => {
      const kind = line.slice(0, 2);
      if (kind === "21") {
        const size = cover.amount(sizeIn(line, 32, 47, 3));
        if (line.slice(6, 10) === "0000") cover.add(line.charAt(31) === "1" ? -size : size);
        const from = line.charAt(61) === "1" ? 65 : 62;
        return putAmount(coverParts(line, cover, [10, 31], [from, 115]), 32, 47, 3, cover);
      }
      if (kind === "22") return coverParts(line, cover, [10, 63], [63, 98], [98, 109]);
      if (kind === "23") return coverParts(line, cover, [10, 44], [47, 82], [82, 125]);
      if (kind === "31") return coverParts(line, cover, [10, 31], [40, 113]);
      if (kind === "32" || kind === "33") return coverParts(line, cover, [10, 115]);
      if (line.startsWith("0")) return coverParts(line, cover, [24, 34], [34, 60], [60, 71], [71, 82]);
      if (line.startsWith("1"))
        return putBalance(coverAccount(line, 5, 39, cover, [64, 90], [90, 125]), 42, 43, 58, 3, cover, "0");
      if (line.startsWith("8"))
        return putBalance(coverAccount(line, 4, 38, cover), 41, 42, 57, 3, cover, "0");
      if (line.startsWith("9")) return coverParts(line, cover, [22, 37], [37, 52]);
      return line.startsWith("4") ? coverParts(line, cover, [32, 112]) : line;
    })
    .join("\n");
}

/** Covers the account number without the trailing currency. */
const coverAccount = (
  line: string,
  from: number,
  to: number,
  cover: Cover,
  ...parts: [number, number][]
): string => put(coverParts(line, cover, ...parts), from, to, (part) => part.replace(/^\s*\S+/, cover.text));

function copyAbo(text: string, cover: Cover): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const kind = line.slice(0, 3);
      if (kind === "074") {
        const covered = coverParts(line, cover, [3, 19], [19, 39]);
        let copy = putBalance(covered, 59, 45, 59, 2, cover, "+");
        let [debits, credits] = [0, 0];
        // The movements follow their closing balance.
        for (let next = index + 1; next < lines.length && !lines[next]?.startsWith("074"); next++) {
          const row = lines[next] ?? "";
          if (!row.startsWith("075")) continue;
          const size = cover.amount(sizeIn(row, 48, 60, 2));
          if (/[15]/.test(row.charAt(60))) debits += size;
          else credits += size;
        }
        cover.add(credits - debits);
        copy = putBalance(copy, 74, 60, 74, 2, cover, "+");
        return putAmount(putAmount(copy, 75, 89, 2, cover, debits), 90, 104, 2, cover, credits);
      }
      if (kind === "075")
        return putAmount(
          coverParts(line, cover, [3, 19], [19, 35], [35, 48], [61, 91], [97, 117]),
          48,
          60,
          2,
          cover,
        );
      return /^07[689]/.test(kind) ? coverParts(line, cover, [3, line.length]) : line;
    })
    .join("\n");
}

const ONE_C_KEPT =
  /^(?:Версия\p{L}*|Кодировка|Секция\p{L}*|Дата\p{L}*|Время\p{L}*|Вид\p{L}*|Очередность|Документ)$/iu;

function copyOneC(text: string, cover: Cover): string {
  const opening = cover.balance();
  let [debits, credits] = [0, 0];
  const movements = movementsOf(sectionsOf(text), text);
  for (const { isOut, fields } of movements) {
    const size = Math.round(Number(cover.amountIn(fields.get("сумма") ?? "")) * 1_000) || 0;
    if (isOut) debits += size;
    else credits += size;
  }
  cover.add(credits - debits);
  const sums: Record<string, number> = {
    начальныйостаток: opening,
    всегопоступило: credits,
    всегосписано: debits,
    конечныйостаток: cover.balance(),
  };
  return text
    .split("\n")
    .map((line) => {
      const [, key = "", value = ""] = /^(\s*\p{L}[\p{L}\d]*)=(.*)$/u.exec(line) ?? [];
      const name = key.trim();
      if (name === "" || ONE_C_KEPT.test(name) || isDate(value.trim())) return line;
      const sum = cover.isProved ? sums[name.toLowerCase()] : undefined;
      if (sum !== undefined) return `${key}=${written(sum, ".", 2)}`;
      if (/^(?:Сумма|ВсегоПоступило|ВсегоСписано|НачальныйОстаток|КонечныйОстаток)/i.test(name))
        return `${key}=${within(value, cover.amountIn)}`;
      const [, taxpayer = "", rest = ""] = /^(ИНН )?(.*)$/i.exec(value) ?? [];
      return `${key}=${taxpayer}${within(rest, cover.text)}`;
    })
    .join("\n");
}
