import { type GridRow, textOf } from "../grid/grid.ts";
import { currencyCode, currencyInAmount, isCurrency } from "../text/currency.ts";
import { plain } from "../text/plain.ts";
import { roleOfName } from "./column-names.ts";
import { isMoneyColumn, type Profile } from "./profile.ts";

const IBAN = /\b([A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])/;
const NUMBER = /[\dX*•x][\dX*•x ./-]{3,34}\d/;

/** The account number above the table, or in a column whose cells are all the same. */
export function accountOf(
  preamble: readonly GridRow[],
  body: readonly GridRow[],
  profiles: readonly Profile[],
): string | null {
  for (const cell of preamble.flatMap(({ cells }) => cells)) {
    const [, iban] = IBAN.exec(textOf(cell)) ?? [];
    if (iban) return iban.replace(/[ -]/g, "");
  }
  for (const { cells } of preamble) {
    for (const [index, cell] of cells.entries()) {
      const text = textOf(cell);
      const label = plain(text.split(":")[0] ?? "");
      if (
        roleOfName(label)?.role !== "account" &&
        !/\b(?:konto|kontonummer|account|compte|cuenta|conto|rekening|kart|card)\b/.test(label)
      )
        continue;
      const [number] = NUMBER.exec([text, ...cells.slice(index + 1).map(textOf)].join(" ")) ?? [];
      if (number) return number.trim().replace(/ /g, "");
    }
  }
  const column = profiles.find(
    ({ role, filled, distinct, index }) =>
      role === "account" &&
      distinct === 1 &&
      filled >= body.length * 0.5 &&
      /\d{3}/.test(valueIn(body, index)),
  );
  return column ? valueIn(body, column.index).replace(/ /g, "") || null : null;
}

const valueIn = (rows: readonly GridRow[], column: number): string =>
  rows.map(({ cells }) => textOf(cells[column]).trim()).find(Boolean) ?? "";

/** The currency in brackets or at the end of a heading, such as "Amount (GBP)" or "Gutschrift in CHF". */
export function currencyInName(name: string): string {
  const [, bracketed = ""] = /[([]\s?([A-Za-z]{3}|\p{Sc})\s?[)\]]/u.exec(name) ?? [];
  if (isCurrency(bracketed)) return currencyCode(bracketed);
  const [, last = ""] = /(?:^|[\s_])([A-Z]{3})\$?$/.exec(name) ?? [];
  return isCurrency(last) ? last : "";
}

/** The currency above the table, such as "EUR", "Currency: EUR" or "487,66 EUR". */
export function currencyAbove(preamble: readonly GridRow[]): string {
  for (const { cells } of preamble) {
    for (const cell of cells) {
      const [, code = ""] = /(?:^|:\s?|\d\s?)([A-Z]{3})$/.exec(textOf(cell).trim()) ?? [];
      // "ALL" is more likely the word than the Albanian lek.
      if (isCurrency(code) && code !== "ALL") return code;
    }
  }
  return "";
}

/** The only currency of a table, by its headings, its cells or the lines above it; empty if there are several. */
export function currencyOfTable(
  profiles: readonly Profile[],
  rows: readonly GridRow[],
  preamble: readonly GridRow[],
): string {
  const money = profiles.filter(isMoneyColumn);
  const ofCurrency = profiles.filter(({ role, currencies }) => role === "currency" && currencies > 0);
  const sample = rows.slice(0, 200);
  const sources = [
    money.map(({ name }) => currencyInName(name)),
    sample.flatMap(({ cells }) => ofCurrency.map(({ index }) => currencyCode(textOf(cells[index]).trim()))),
    sample.flatMap(({ cells }) => money.map(({ index }) => currencyInAmount(cells[index] ?? "")?.code ?? "")),
    [currencyAbove(preamble)],
  ];
  for (const source of sources) {
    const codes = new Set(source.filter(Boolean));
    const [only = ""] = codes;
    if (codes.size > 0) return codes.size === 1 ? only : "";
  }
  return "";
}

/** The currency column of a column of amounts: next to it, or the only one. */
export function currencyColumn(money: number | undefined, profiles: readonly Profile[]): number | undefined {
  const columns = profiles.filter(
    ({ filled, currencies, role }) =>
      currencies > 0 &&
      currencies >= filled * 0.9 &&
      (role === "currency" ||
        role === undefined ||
        role === "valued" ||
        role === "amount" ||
        role === "original"),
  );
  const near = (offset: number) =>
    columns.find(({ index }) => money !== undefined && index === money + offset);
  const whole = [...columns].sort((a, b) => b.filled - a.filled)[0];
  const found =
    near(1) ??
    near(-1) ??
    (columns.length === 1
      ? whole
      : columns.find(({ role, filled }) => role === "currency" && filled === whole?.filled));
  return found?.index;
}
