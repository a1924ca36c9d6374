import type { Day } from "@coffer/domain/time/day";
import type { BankFile } from "../bank-file.ts";
import { startFile } from "../file-builder.ts";
import { referenceOf } from "../table/cell-words.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

/** An integer number of cents; undefined for any other text. */
export const centsOf = (digits: string): number | undefined =>
  /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;

/** "260203" as 2026-02-03. */
const isoDay = (yymmdd: string): string =>
  `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;

/** "030226" as 2026-02-03. */
const isoDayOfDmy = (ddmmyy: string): string =>
  `20${ddmmyy.slice(4, 6)}-${ddmmyy.slice(2, 4)}-${ddmmyy.slice(0, 2)}`;

/** ISO 4217 numbers of the currencies in such files. */
const NUMBERS: Readonly<Record<string, string>> = {
  "203": "CZK",
  "348": "HUF",
  "703": "SKK",
  "756": "CHF",
  "826": "GBP",
  "840": "USD",
  "941": "RSD",
  "946": "RON",
  "975": "BGN",
  "978": "EUR",
  "985": "PLN",
  "643": "RUB",
  "752": "SEK",
  "578": "NOK",
  "208": "DKK",
  "124": "CAD",
  "036": "AUD",
  "392": "JPY",
};

const currencyOfNumber = (number: string): string => NUMBERS[number.slice(-3)] ?? "";

/** Keeps 0 and undefined without a sign. */
const signed = (cents: number | undefined, isOut: boolean): number | undefined =>
  cents && isOut ? -cents : cents;

const present = (amount: number | undefined) =>
  amount === undefined ? { problem: "The amount is missing." } : { value: amount };

/** Reads ABO (GPC) of Czech and Slovak banks: 074 begins a statement, 075 is a movement, 076 to 079 are its details. */
export function readAbo(text: string, latest: Day): BankFile {
  const builder = startFile("abo", latest);
  const { file } = builder;
  const statements: Sums[] = [];
  const accounts = new Set<string>();
  let current: Sums = {};
  let account = "";
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const kind = line.slice(0, 3);
    if (kind === "074") {
      account = line.slice(3, 19);
      accounts.add(account);
      const opening = signed(centsOf(line.slice(45, 59)), line.charAt(59) === "-");
      const closing = signed(centsOf(line.slice(60, 74)), line.charAt(74) === "-");
      current = {
        ...(opening !== undefined && { opening }),
        ...(closing !== undefined && { closing }),
        sum: 0,
      };
      statements.push(current);
      const date = builder.date(isoDayOfDmy(line.slice(108, 114)));
      if (closing !== undefined && "value" in date) file.balances.push({ date: date.value, amount: closing });
      builder.leaveOut(number, "balance", line);
    } else if (kind === "075") {
      // 1: debit, 2: credit, 4: reversed debit, 5: reversed credit.
      const amount = signed(centsOf(line.slice(48, 60)), /[15]/.test(line.charAt(60)));
      const reference = referenceOf(line.slice(35, 48));
      const messages: string[] = [];
      for (let next = index + 1; /^07[689]/.test(lines[next] ?? ""); next++) {
        const more = lines[next] ?? "";
        if (!more.startsWith("076")) messages.push(more.slice(3).trim());
      }
      const currency = currencyOfNumber(line.slice(118, 122));
      const row = builder.add(number, {
        date: builder.date(isoDayOfDmy(line.slice(122, 128).trim() || line.slice(91, 97))),
        amount: present(amount),
        description: [line.slice(97, 117).trim(), messages.join(" ")],
        notes: [messages.join(" ")],
        reference: reference && `abo:${reference}`,
        currency,
        account,
        refund: line.charAt(60) === "4",
      });
      file.currency ??= currency || null;
      current.sum = (current.sum ?? 0) + (row?.amount ?? 0);
    } else if (line.trim() !== "" && !/^07[689]/.test(kind)) builder.leaveOut(number, "other", line);
  }
  file.account = accounts.size === 1 ? account : null;
  proveStatements(file, statements);
  return file;
}

type Movement = { line: number; first: string; texts: string[]; name: string };

/** Reads CODA of Belgian banks: lines of 128 characters; a movement is 21 with 22, 23 and information in 31 to 33. */
export function readCoda(text: string, latest: Day): BankFile {
  const builder = startFile("coda", latest);
  const { file } = builder;
  const statements: Sums[] = [];
  const accounts = new Set<string>();
  let current: Sums = {};
  let account = "";
  let currency = "";
  let movement: Movement | undefined;
  const finish = () => {
    if (!movement) return;
    const { line, first, texts, name } = movement;
    movement = undefined;
    const amount = thousandths(first.charAt(31), first.slice(32, 47));
    const reference = referenceOf(first.slice(10, 31));
    const purpose = texts
      .join("")
      .replace(/\s{2,}/g, " ")
      .trim();
    const row = builder.add(line, {
      date: builder.date(isoDayOfDmy(first.slice(115, 121))),
      amount: present(amount),
      description: [name, purpose],
      notes: [purpose],
      reference: reference && `coda:${reference}`,
      currency,
      account,
    });
    current.sum = (current.sum ?? 0) + (row?.amount ?? 0);
  };
  for (const [index, line] of text.split("\n").entries()) {
    const number = index + 1;
    const kind = line.slice(0, 2);
    if (kind === "21") {
      // Details of a movement that was booked as a single amount.
      if (line.slice(6, 10) !== "0000") {
        builder.leaveOut(number, "other", line.slice(62, 115), "It is a part of the movement above.");
        continue;
      }
      finish();
      // A structured text begins with a code of three digits.
      const isStructured = line.charAt(61) === "1";
      movement = {
        line: number,
        first: line,
        texts: [isStructured ? line.slice(65, 115) : line.slice(62, 115)],
        name: "",
      };
    } else if (kind === "22") movement?.texts.push(line.slice(10, 63));
    else if (kind === "23" && movement) {
      movement.name = line.slice(47, 82).trim();
      movement.texts.push(line.slice(82, 125));
    } else if (/^3[123]/.test(kind)) {
      if (movement && line.charAt(39) !== "1" && kind === "31") movement.texts.push(line.slice(40, 113));
    } else if (line.startsWith("1")) {
      account = line.slice(5, 39).trim().split(" ", 1)[0] ?? "";
      accounts.add(account);
      currency = line.slice(39, 42).trim() || "EUR";
      const opening = thousandths(line.charAt(42), line.slice(43, 58));
      current = { ...(opening !== undefined && { opening }), sum: 0 };
      statements.push(current);
      builder.leaveOut(number, "balance", line);
    } else if (line.startsWith("8")) {
      finish();
      const closing = thousandths(line.charAt(41), line.slice(42, 57));
      const date = builder.date(isoDayOfDmy(line.slice(57, 63)));
      if (closing !== undefined) current.closing = closing;
      if (closing !== undefined && "value" in date) file.balances.push({ date: date.value, amount: closing });
      builder.leaveOut(number, "balance", line);
    } else if (line.startsWith("0")) builder.leaveOut(number, "header", line);
    else if (line.startsWith("9")) builder.leaveOut(number, "footer", line);
  }
  finish();
  file.account = accounts.size === 1 ? account : null;
  file.currency = currency || null;
  proveStatements(file, statements);
  return file;
}

/** Three decimals; "1" is a debit. */
function thousandths(sign: string, digits: string): number | undefined {
  const value = centsOf(digits);
  return value === undefined ? undefined : signed(Math.round(value / 10), sign === "1");
}

/** Reads AEB Norma 43 of Spanish banks: lines of 80 characters, the first two of which are the record type. */
export function readNorma43(text: string, latest: Day): BankFile {
  const builder = startFile("norma43", latest);
  const { file } = builder;
  const lines = text.split("\n");
  const statements: Sums[] = [];
  const accounts = new Set<string>();
  let current: Sums = {};
  let account = "";
  let currency = "";
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    switch (line.slice(0, 2)) {
      case "11": {
        account = line.slice(2, 20);
        accounts.add(account);
        currency = currencyOfNumber(line.slice(47, 50));
        current = { opening: signedAmount(line.charAt(32), line.slice(33, 47)), sum: 0 };
        statements.push(current);
        builder.leaveOut(number, "balance", line);
        break;
      }
      case "22": {
        const texts: string[] = [];
        for (let next = index + 1; /^2[34]/.test(lines[next] ?? ""); next++) {
          const more = lines[next] ?? "";
          if (more.startsWith("23")) texts.push(more.slice(4, 42).trim(), more.slice(42, 80).trim());
        }
        const description = texts.filter(Boolean).join(" ");
        const amount = signedAmount(line.charAt(27), line.slice(28, 42));
        const document = referenceOf(line.slice(42, 52));
        const row = builder.add(number, {
          date: builder.date(isoDay(line.slice(10, 16))),
          amount: present(amount),
          description: [description, line.slice(52, 80).trim()],
          reference: document && `n43:${account}:${document}`,
          currency,
          account,
        });
        current.sum = (current.sum ?? 0) + (row?.amount ?? 0);
        break;
      }
      case "33": {
        const closing = signedAmount(line.charAt(58), line.slice(59, 73));
        if (closing !== undefined) current.closing = closing;
        builder.leaveOut(number, "balance", line);
        const date = builder.date(isoDay(lines.find((one) => one.startsWith("11"))?.slice(26, 32) ?? ""));
        if (closing !== undefined && "value" in date)
          file.balances.push({ date: date.value, amount: closing });
        break;
      }
      case "88":
        builder.leaveOut(number, "footer", line);
        break;
    }
  }
  file.account = accounts.size === 1 ? account : null;
  file.currency = currency || null;
  proveStatements(file, statements);
  return file;
}

/** "1" is a debit, "2" a credit. */
const signedAmount = (sign: string, digits: string): number | undefined =>
  signed(centsOf(digits), sign === "1");
