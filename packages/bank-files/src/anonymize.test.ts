import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDay, toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { dice } from "../../test/dice.ts";
import { answersOf, expectationOf, FILES, names, readFixture } from "../test/expectation.ts";
import { anonymousCopy } from "./anonymize.ts";
import type { BankFile } from "./bank-file.ts";
import { coverAmount, coverQuotes, coverText } from "./cover.ts";
import { readBankFile } from "./read.ts";

describe("an anonymous copy is read the same way", () => {
  for (const name of names.filter((name) => /\.(csv|xlsx?)$/.test(name))) {
    const { layout, mustAsk, answer } = expectationOf(name);
    test(layout, async () => {
      const answers = mustAsk ? answersOf(answer) : {};
      const today = parseDay("2026-11-26");
      const file = await readFixture(name, { answers });
      if (typeof file === "string" || !today) throw new Error("no file");
      // Splitwise's rows are read by a person's name, which the copy invents. PayPal's balance includes
      // holds, which are not rows; the copy's balance does not.
      const isReadTheSame = file.program !== "Splitwise" && !name.startsWith("k14-paypal");
      const bytes = new Uint8Array(readFileSync(join(FILES, name)));
      const copy = await anonymousCopy(bytes, name, file, dice(7));
      const again = await readBankFile(
        { name: "copy.csv", bytes: new TextEncoder().encode(copy) },
        { today, answers, corrected: mustAsk ? { outIs: "positive" } : undefined },
      );
      const shapeOf = ({ date, amount }: { date: string; amount: number }) => `${date} ${Math.sign(amount)}`;
      if (isReadTheSame) expect(again.rows.map(shapeOf)).toEqual(file.rows.map(shapeOf));
      if (file.table?.layout.columns.balance !== undefined && isReadTheSame)
        expect(again.proved).toBe(file.proved);
      for (const { description } of file.rows) expect(copy).not.toContain(description);
      const accounts = new Set([file.account, ...file.rows.map(({ account }) => account)]);
      for (const account of accounts)
        if (account && /\d{4}/.test(account)) expect(copy).not.toContain(account);
      const kept = file.rows.filter(({ amount }, index) => again.rows[index]?.amount === amount);
      expect(kept).toEqual([]);
    });
  }
});

describe("an anonymous copy of a statement", () => {
  const isStatement = (name: string) => /\.(?:ofx|qif|xml|sta|mta|cod|n43|gpc|txt)$/.test(name);
  for (const name of names.filter(isStatement)) {
    const { layout } = expectationOf(name);
    test(`${layout} has the same structure and no data of the original`, async () => {
      const file = await readFixture(name);
      const today = parseDay("2026-11-26");
      if (typeof file === "string" || !today) throw new Error("no file");
      const bytes = new Uint8Array(readFileSync(join(FILES, name)));
      const copy = await anonymousCopy(bytes, name, file, dice(7));
      const again = await readBankFile({ name, bytes: new TextEncoder().encode(copy) }, { today });
      expect(structureOf(again)).toEqual(structureOf(file));
      for (const { description, notes, reference, account, amount } of file.rows) {
        expect(copy).not.toContain(description);
        if (notes) expect(copy).not.toContain(notes);
        if (reference) expect(copy).not.toContain(reference.slice(reference.lastIndexOf(":") + 1));
        if (account) expect(copy).not.toContain(account);
        expect(again.rows.map((row) => Math.abs(row.amount))).not.toContain(Math.abs(amount));
      }
      const stated = file.balances.map((balance) => balance.amount);
      for (const balance of again.balances) expect(stated).not.toContain(balance.amount);
    });
  }
});

const OFX = `OFXHEADER:100
CHARSET:1252
NEWFILEUID:4711-Maya
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>10020030<ACCTID>441700255<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-12.50<FITID>A-4711<NAME>Kiosk &amp; Sons at the corner of Lo<MEMO>Kiosk &amp; Sons at the corner of Long Street</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261104<TRNAMT>2140.00<FITID>NONREF<NAME>Wolkenwerk</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>3127.50<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const QIF = `!Type:Bank
D11/23/2026
T-12.50
PKiosk
LFood:Snacks
^
D11/24/2026
T-300.00
PMoving
L[Savings]
^
D11/25/2026
T-25.00
PMarket
SFood
$-20.00
SGarden
$-5.00
^
`;
const MT942 = `:20:REF4711
:25:10020030/441700255
:28C:1/1
:34F:EURD0,00
:13D:2611030900+0100
:61:2611031103D12,50NMSCNONREF//4711X
:86:/NAME/Kiosk Seeblick/REMI/Zeitung und Eis/
:61:2611041104C2140,00NTRFNONREF
:86:/NAME/Wolkenwerk/REMI/Lohn/
:90D:1EUR12,50
:90C:1EUR2140,00
-
`;
const payment = (amount: string, name: string) =>
  `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;
const CAMT = `<?xml version="1.0"?><!-- for Maya Stone -->
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S4711</Id>
<Acct><Id><IBAN>DE00478210693339986867</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">85.30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">80.30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>
<AcctSvcrRef>R4711</AcctSvcrRef><NtryDtls>${payment("50.20", "Kiosk Seeblick")}${payment("30.10", "B&amp;B Moos")}</NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">9.99</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-05</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>
`;

test.each([
  ["OFX", "a.ofx", OFX, ["Kiosk", "4711", "441700255", "10020030", "12.50", "3127.50", "Maya"]],
  ["QIF", "a.qif", QIF, ["Kiosk", "Market", "Savings", "Snacks", "12.50", "300.00"]],
  ["MT942", "a.sta", MT942, ["Kiosk", "Seeblick", "Zeitung", "4711", "441700255", "12,50", "2140"]],
  ["CAMT", "a.xml", CAMT, ["Kiosk", "Moos", "4711", "3339986867", "50.20", "80.30", "85.30", "9.99", "Maya"]],
])(
  "an anonymous copy of %s has the same structure and no data of the original",
  async (_, name, text, secrets) => {
    const today = toDay(2026, 11, 26);
    const bytes = new TextEncoder().encode(text);
    const file = await readBankFile({ name, bytes }, { today });
    expect(file.rows.length).toBeGreaterThan(1);
    const copy = await anonymousCopy(bytes, name, file, dice(7));
    const again = await readBankFile({ name, bytes: new TextEncoder().encode(copy) }, { today });
    expect(structureOf(again)).toEqual(structureOf(file));
    for (const secret of secrets) expect(copy).not.toContain(secret);
  },
);

/** The parts of a file other than texts, numbers and amounts. */
const structureOf = ({ rows, balances, leftOut, ...file }: BankFile) => ({
  format: file.format,
  currency: file.currency,
  proved: file.proved,
  notices: file.notices,
  questions: file.questions.map(({ id, proposed }) => [id, proposed]),
  hasAccount: file.account !== null,
  rows: rows.map((row) => [
    row.line,
    row.date,
    Math.sign(row.amount),
    row.currency,
    row.reference !== null,
    row.notes !== "",
    row.transfer,
    row.refund,
    row.account === file.account,
  ]),
  balances: balances.map(({ date }) => date),
  leftOut: leftOut.map(({ line, why }) => [line, why]),
});

test("an anonymous copy of Splitwise's list covers the people who share", async () => {
  const today = toDay(2026, 11, 26);
  const text =
    "Date,Description,Category,Cost,Currency,Maya Stone,Noor Reed\n2026-11-03,Dinner,Food,38.60,EUR,19.30,-19.30\n";
  const bytes = new TextEncoder().encode(text);
  const file = await readBankFile({ name: "a.csv", bytes }, { today });
  const copy = await anonymousCopy(bytes, "a.csv", file, dice(7));
  for (const secret of ["Maya", "Noor", "Dinner", "38.60", "19.30"]) expect(copy).not.toContain(secret);
  const again = await readBankFile({ name: "copy.csv", bytes: new TextEncoder().encode(copy) }, { today });
  expect(again.program).toBe("Splitwise");
  expect(again.questions.map(({ id }) => id)).toEqual(file.questions.map(({ id }) => id));
});

test("replaces letters by letters and digits by digits", () => {
  expect(coverText("Bäckerei 12, Ключ", dice(7))).toMatch(/^[A-Z][a-z]{7} \d\d, [A-Z][a-z]{3}$/);
});

test("covers quotes in a sentence", () => {
  expect(coverQuotes("Is “Kiosk 13.50” (line 4) money you spent?", dice(7))).toMatch(
    /^Is “[A-Z][a-z]{4} \d\d\.\d\d” \(line \d\) money you spent\?$/,
  );
});

test("replaces an amount by one of the same sign and length", () => {
  const covered = coverAmount(-12_345, dice(7));
  expect(covered).toBeLessThan(-9_999);
  expect(covered).toBeGreaterThan(-100_000);
  expect(coverAmount(0, dice(7))).toBe(0);
});
