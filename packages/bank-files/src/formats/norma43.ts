import type { Day } from "@coffer/domain/time/day";
import type { BankFile } from "../bank-file.ts";
import { startFile } from "../file-builder.ts";
import { referenceOf } from "../table/cell-words.ts";
import { centsOf, currencyOfNumber, isoDay } from "./fixed-width.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

/** Reads AEB Norma 43 of Spanish banks: lines of 80 characters, whose first two say what they hold. */
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
        current = { opening: signed(line.charAt(32), line.slice(33, 47)), sum: 0 };
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
        const amount = signed(line.charAt(27), line.slice(28, 42));
        const document = referenceOf(line.slice(42, 52));
        const row = builder.add(number, {
          date: builder.date(isoDay(line.slice(10, 16))),
          amount: amount === undefined ? { problem: "The amount is missing." } : { value: amount },
          description: [description, line.slice(52, 80).trim()],
          reference: document && `n43:${account}:${document}`,
          currency,
          account,
        });
        current.sum = (current.sum ?? 0) + (row?.amount ?? 0);
        break;
      }
      case "33": {
        const closing = signed(line.charAt(58), line.slice(59, 73));
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
function signed(sign: string, digits: string): number | undefined {
  const cents = centsOf(digits);
  return cents === undefined ? undefined : sign === "1" ? -cents : cents;
}
