import type { Day } from "@coffer/domain/time/day";
import type { BankFile } from "../bank-file.ts";
import { startFile } from "../file-builder.ts";
import { referenceOf } from "../table/cell-words.ts";
import { centsOf, currencyOfNumber, isoDayOfDmy } from "./fixed-width.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

/** Reads ABO (GPC) of Czech and Slovak banks: 074 begins a statement, 075 is a movement, 076 to 079 add to it. */
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
      const opening = signed(line.slice(45, 59), line.charAt(59));
      const closing = signed(line.slice(60, 74), line.charAt(74));
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
      const amount = centsOf(line.slice(48, 60));
      // 1 debit, 2 credit, 4 debit taken back, 5 credit taken back.
      const isOut = /[15]/.test(line.charAt(60));
      const reference = referenceOf(line.slice(35, 48));
      const messages: string[] = [];
      for (let next = index + 1; /^07[689]/.test(lines[next] ?? ""); next++) {
        const more = lines[next] ?? "";
        if (!more.startsWith("076")) messages.push(more.slice(3).trim());
      }
      const currency = currencyOfNumber(line.slice(118, 122));
      const row = builder.add(number, {
        date: builder.date(isoDayOfDmy(line.slice(122, 128).trim() || line.slice(91, 97))),
        amount:
          amount === undefined ? { problem: "The amount is missing." } : { value: isOut ? -amount : amount },
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

function signed(digits: string, sign: string): number | undefined {
  const cents = centsOf(digits);
  return cents === undefined ? undefined : sign === "-" && cents !== 0 ? -cents : cents;
}
