import type { Day } from "@coffer/domain/time/day";
import type { BankFile } from "../bank-file.ts";
import { startFile } from "../file-builder.ts";
import { referenceOf } from "../table/cell-words.ts";
import { centsOf, isoDayOfDmy } from "./fixed-width.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

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
      amount: amount === undefined ? { problem: "The amount is missing." } : { value: amount },
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
      // Details of a movement that is booked as one are parts of its amount.
      if (line.slice(6, 10) !== "0000") {
        builder.leaveOut(number, "other", line.slice(62, 115), "It is a part of the movement above.");
        continue;
      }
      finish();
      // Structured texts begin with a code of their kind.
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
  if (value === undefined) return undefined;
  const cents = Math.round(value / 10);
  return sign === "1" && cents !== 0 ? -cents : cents;
}
