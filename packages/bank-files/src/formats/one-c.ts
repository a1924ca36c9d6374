import type { Day } from "@coffer/domain/time/day";
import type { BankFile } from "../bank-file.ts";
import { startFile } from "../file-builder.ts";
import { readPlainAmount } from "../text/amount.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

type Section = { line: number; kind: "account" | "document"; fields: Map<string, string> };

/** Reads 1CClientBankExchange: sections of "name=value" lines, one for each account and each document. */
export function readOneC(text: string, latest: Day): BankFile {
  const builder = startFile("1c", latest);
  const { file } = builder;
  const sections = sectionsOf(text);
  const accounts = sections.filter(({ kind }) => kind === "account");
  const own = ownAccounts(sections, text);
  const sums: Sums = { sum: 0 };
  for (const { line, fields, isOut, isOwn } of movementsOf(sections, text)) {
    const of = (name: string) => fields.get(name) ?? "";
    const other = isOut ? "получатель" : "плательщик";
    const name = of(`${other}1`) || of(other).replace(/^ИНН \d{10,12} /i, "");
    const row = builder.add(line, {
      date: builder.date(of(isOut ? "датасписано" : "датапоступило") || of("дата"), "dmy"),
      amount: readPlainAmount(of("сумма"), { isOut }),
      description: [name, of("назначениеплатежа"), of("назначениеплатежа1")],
      notes: [of("назначениеплатежа") || of("назначениеплатежа1")],
      account: isOut ? of("плательщиксчет") : of("получательсчет"),
      transfer: isOwn,
    });
    sums.sum = (sums.sum ?? 0) + (row?.amount ?? 0);
  }
  const [first] = accounts;
  const last = accounts.at(-1);
  const cents = (section: Section | undefined, name: string) => {
    const read = readPlainAmount(section?.fields.get(name) ?? "");
    return "value" in read ? read.value : undefined;
  };
  const [opening, closing] = [cents(first, "начальныйостаток"), cents(last, "конечныйостаток")];
  const date = builder.date(last?.fields.get("датаконца") ?? "", "dmy");
  if (own.size <= 1) {
    if (closing !== undefined && "value" in date) file.balances.push({ date: date.value, amount: closing });
    if (opening !== undefined && closing !== undefined)
      proveStatements(file, [{ ...sums, opening, closing }]);
    file.account = [...own][0] ?? null;
  }
  return file;
}

function ownAccounts(sections: readonly Section[], text: string): Set<string> {
  const accounts = sections.filter(({ kind }) => kind === "account");
  const own = new Set(accounts.map(({ fields }) => fields.get("расчсчет") ?? ""));
  const general = /^РасчСчет=(\d{5,30})$/m.exec(text)?.[1];
  if (general) own.add(general);
  return own;
}

/** The documents with their directions. `isOwn` is true for a transfer between two accounts of the file. */
export function movementsOf(sections: readonly Section[], text: string) {
  const own = ownAccounts(sections, text);
  return sections
    .filter(({ kind }) => kind === "document")
    .map(({ line, fields }) => {
      const isOwn = (...names: string[]) => names.some((name) => own.has(fields.get(name) ?? ""));
      const isPayer = isOwn("плательщиксчет", "плательщикрасчсчет");
      const isPayee = isOwn("получательсчет", "получательрасчсчет");
      const isOut = isPayer === isPayee ? (fields.get("датасписано") ?? "") !== "" : isPayer;
      return { line, fields, isOut, isOwn: isPayer && isPayee };
    });
}

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let open: Section | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (/^СекцияРасчСчет/i.test(line)) open = { line: index + 1, kind: "account", fields: new Map() };
    else if (/^СекцияДокумент/i.test(line)) open = { line: index + 1, kind: "document", fields: new Map() };
    else if (/^Конец(?:РасчСчет|Документа)/i.test(line)) {
      if (open) sections.push(open);
      open = undefined;
    } else if (open) {
      const at = line.indexOf("=");
      if (at > 0) open.fields.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
    }
  }
  return sections;
}
