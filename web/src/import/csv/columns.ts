import { normalizeDescription } from "@coffer/domain/import/import-row";
import { COLUMN_ROLES, type ColumnRole, type Columns } from "../parsed-file.ts";

/** Best first: English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Nordic. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  date: separated(`
    date, transaction date, booking date, posting date, posted date, post date, completed date,
    buchungstag, buchungsdatum, datum, belegdatum, date operation, date de l opération,
    date comptable, fecha, fecha operación, fecha de operación, data, data operazione, data contabile,
    boekdatum, transactiedatum, data operacji, data transakcji, data lançamento, bokföringsdag,
    bogføringsdato, bokført dato, dato, kirjauspäivä, pvm, timestamp, started date, valuta,
    wertstellung, valutadatum, value date
  `),
  amount: separated(`
    amount, transaction amount, betrag, umsatz, montant, importe, importo, bedrag, kwota, valor,
    belopp, beløb, beløp, määrä, summa, net amount, net, gross, value, total
  `),
  out: separated(`
    outflow, debit, debit amount, withdrawal, withdrawals, withdrawal amount, paid out, money out,
    soll, belastung, ausgabe, ausgaben, débit, debe, cargo, cargos, addebiti, uscite, dare, spent,
    payments, débito, obciążenia, ut av konto
  `),
  in: separated(`
    inflow, credit, credit amount, deposit, deposits, deposit amount, paid in, money in, haben,
    gutschrift, einnahme, einnahmen, crédit, haber, abono, abonos, accrediti, entrate, avere,
    received, receipts, crédito, uznania, inn på konto
  `),
  direction: separated(`
    transaction type, debit credit, credit debit, dr cr, cr dr, debit or credit, type, direction,
    soll haben, s h, af bij, credit debit indicator, sens, flow, indicator
  `),
  description: separated(`
    payee, merchant, merchant name, counterparty, counterparty name, beneficiary, payee name,
    beguenstigter zahlungspflichtiger, begünstigter zahlungspflichtiger, auftraggeber empfänger,
    auftraggeber begünstigter, name zahlungsbeteiligter, zahlungsempfänger, empfänger, partner name,
    partner, name, naam omschrijving, naam tegenpartij, description, transaction description, details,
    transaction details, narrative, buchungstext, umsatztext, beschreibung, text, libellé, libelle,
    intitulé, concepto, descripción, descripcion, descrizione, causale, omschrijving, descrição,
    histórico, opis operacji, opis, beskrivelse, beskrivning, saaja, original description,
    original statement, memo, verwendungszweck
  `),
  notes: separated(`
    notes, note, memo, verwendungszweck, purpose, remittance information, payment reference,
    mededelingen, kommentar, comment, comments, commentaire, notas, reference, message
  `),
  reference: separated(`
    transaction id, transactionid, transaction reference, fitid, fit id, reference number, ref no,
    unique id, reference id, bankreferenz, transaktionsreferenz, referenznummer, transaktions id,
    confirmation number, external id, id
  `),
  category: separated("category, kategorie, catégorie, categoría, categoria, categorie, kategoria, kategori"),
  currency: separated("currency, currency code, währung, waehrung, devise, moneda, divisa, ccy, valuta"),
};

export function separated(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}

/** Balances look like amounts and are none; nor are amounts in another currency. */
const NEVER_AMOUNT =
  /\b(balance|saldo|kontostand|solde|stand|fee|gebühr|foreign|original|exchange|kurs|rate)\b/;

/** Roles by the names of a header row; no column has two roles. */
export function columnsByName(header: readonly string[]): Columns {
  const names = header.map(normalizeDescription);
  const columns: Columns = {};
  for (const role of COLUMN_ROLES) {
    const taken = Object.values(columns);
    const isMoney = ["amount", "out", "in"].includes(role);
    const ranks = names.map((name, index) => {
      const isOut = taken.includes(index) || (isMoney && NEVER_AMOUNT.test(name));
      return isOut ? Number.POSITIVE_INFINITY : rankOf(name, NAMES[role]);
    });
    const best = Math.min(...ranks);
    if (best < Number.POSITIVE_INFINITY) columns[role] = ranks.indexOf(best);
  }
  return columns;
}

/** Lower is better: the whole name first, then one that goes on ("amount eur") or ends with it ("my amount"). */
function rankOf(name: string, known: readonly string[]): number {
  const ways = [
    known.indexOf(name),
    known.findIndex((one) => name.startsWith(`${one} `)),
    known.findIndex((one) => one.length > 3 && name.endsWith(` ${one}`)),
  ];
  const way = ways.findIndex((index) => index >= 0);
  return way < 0 ? Number.POSITIVE_INFINITY : way * 100 + (ways[way] ?? 0);
}

export function isHeader(columns: Columns): boolean {
  const money = columns.amount ?? columns.out ?? columns.in;
  return columns.date !== undefined && money !== undefined;
}
