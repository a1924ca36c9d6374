import { parseDay, toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { type ReadOptions, readBankFile } from "./read.ts";

const today = parseDay("2026-11-26");

async function read(lines: readonly string[], options: Partial<ReadOptions> = {}) {
  if (!today) throw new Error("no day");
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return readBankFile({ name: "file.csv", bytes }, { today, ...options });
}

/** Rows as "2026-03-13 -12.34 Bakery", with their currency if they have one. */
async function rowsOf(lines: readonly string[], options: Partial<ReadOptions> = {}) {
  const { rows, questions } = await read(lines, options);
  return {
    rows: rows.map(({ date, amount, description, currency }) =>
      [date, (amount / 100).toFixed(2), description, currency].filter(Boolean).join(" "),
    ),
    asks: questions.map(({ id }) => id),
  };
}

type Case = [title: string, lines: string[], rows: string[], asks?: string[]];

describe("amounts with three decimals", () => {
  const rows = ["13/03/2026;SULTAN;-1.234", "14/03/2026;CAFE;-2.500", "15/03/2026;PAY;950.755"];
  const english = ["Date;Description;Amount", ...rows];
  const dinars = ["2026-03-13 -1.23 SULTAN", "2026-03-14 -2.50 CAFE", "2026-03-15 950.76 PAY"];
  const whole = ["2026-03-13 -1234.00 SULTAN", "2026-03-14 -2500.00 CAFE", "2026-03-15 950755.00 PAY"];

  test.each<[string, string[], Partial<ReadOptions>, string[]]>([
    [
      "the heading's currency",
      ["Date;Description;Amount (KWD)", ...rows],
      {},
      dinars.map((row) => `${row} KWD`),
    ],
    ["the currency above the table", ["Currency: BHD", ...english], {}, dinars],
    ["the budget's currency", english, { currency: "JOD" }, dinars],
    ["a budget's currency without decimals", english, { currency: "CLP" }, whole],
    ["the answer", english, { answers: { decimalMark: "." } }, dinars],
    ["a language whose currencies have two decimals", ["Fecha;Concepto;Importe", ...rows], {}, whole],
  ])("%s decides", async (_, lines, options, expected) => {
    expect(await rowsOf(lines, options)).toEqual({ rows: expected, asks: [] });
  });

  test("are asked about if nothing decides", async () => {
    expect(await rowsOf(english)).toEqual({ rows: [], asks: ["decimalMark"] });
  });

  test("agree with a balance of three decimals", async () => {
    const file = await read([
      "Date,Description,Debit,Credit,Balance",
      "15/03/2026,KIOSK,0.004,,947.012",
      "14/03/2026,CAFE,2.504,,947.016",
      "13/03/2026,SULTAN,1.235,,949.520",
      "12/03/2026,SALARY,,950.755,950.755",
    ]);
    expect(file.proved).toBe("balance");
    expect(file.notices).toEqual(["Amounts with more than two decimals are rounded to cents."]);
  });
});

describe("money is read correctly", () => {
  test.each<Case>([
    [
      "with a currency sign at the amount",
      [
        "Date,Description,Amount",
        "2026-03-12,BUS,-€2.00",
        "2026-03-12,HOTEL,-$20.00",
        "2026-03-13,PAY,€500.00",
      ],
      ["2026-03-12 -2.00 BUS EUR", "2026-03-12 -20.00 HOTEL USD", "2026-03-13 500.00 PAY EUR"],
    ],
    [
      "with a balance that is the debt of a card",
      [
        "Date,Description,Amount,Balance",
        "13/03/2026,NETFLIX,15.99,525.99",
        "12/03/2026,PAYMENT - THANK YOU,-500.00,510.00",
        "11/03/2026,SPOTIFY,10.00,1010.00",
        "10/03/2026,APPLE,1000.00,1000.00",
      ],
      [
        "2026-03-13 -15.99 NETFLIX",
        "2026-03-12 500.00 PAYMENT - THANK YOU",
        "2026-03-11 -10.00 SPOTIFY",
        "2026-03-10 -1000.00 APPLE",
      ],
      ["sign"],
    ],
    [
      "if only the balance tells the direction of unsigned amounts",
      [
        "Date,Description,Amount,Balance",
        "10/03/2026,SALARY,1000.00,1500.00",
        "11/03/2026,KIOSK,10.00,1490.00",
        "12/03/2026,SHOP,90.00,1400.00",
        "13/03/2026,UNCLE,100.00,1500.00",
        "14/03/2026,SHOP,20.00,1480.00",
      ],
      [
        "2026-03-10 1000.00 SALARY",
        "2026-03-11 -10.00 KIOSK",
        "2026-03-12 -90.00 SHOP",
        "2026-03-13 100.00 UNCLE",
        "2026-03-14 -20.00 SHOP",
      ],
    ],
    [
      "if positive amounts are charges and the balance falls",
      [
        "Date,Description,Amount,Balance",
        "13/03/2026,CARD PURCHASE ZARA,12.34,487.66",
        "12/03/2026,CARD PURCHASE H&M,50.00,500.00",
        "11/03/2026,CARD PURCHASE REWE,50.00,550.00",
      ],
      [
        "2026-03-13 -12.34 CARD PURCHASE ZARA",
        "2026-03-12 -50.00 CARD PURCHASE H&M",
        "2026-03-11 -50.00 CARD PURCHASE REWE",
      ],
    ],
    [
      "with a balance before and after each movement",
      [
        "123456789;EUR;20260312;0,00;500,00;20260312;500,00;ACME Salaris",
        "123456789;EUR;20260313;500,00;487,66;20260313;-12,34;Albert Heijn",
      ],
      ["2026-03-12 500.00 ACME Salaris EUR", "2026-03-13 -12.34 Albert Heijn EUR"],
    ],
    [
      "with two languages in the heading of the direction",
      ["Datum;Text;Betrag;Debet/Kredit", "13.03.2026;REWE;12,34;Debet", "12.03.2026;ACME;500,00;Kredit"],
      ["2026-03-13 -12.34 REWE", "2026-03-12 500.00 ACME"],
    ],
    [
      "with signed amounts below the heading “credit/debit”",
      ["תאריך,תיאור,זכות/חובה,יתרה", "13/03/2026,שופרסל,-12.34,487.66", "12/03/2026,משכורת,500.00,500.00"],
      ["2026-03-13 -12.34 שופרסל", "2026-03-12 500.00 משכורת"],
    ],
    [
      "with signed amounts below “Debit” that the balance follows",
      ["Date,Text,Debit,Balance", "2026-03-13,REWE,-12.34,487.66", "2026-03-12,ACME,500.00,500.00"],
      ["2026-03-13 -12.34 REWE", "2026-03-12 500.00 ACME"],
    ],
    [
      "with the kind of booking as the direction",
      ["Datum;Art;Text;Betrag", "13.03.2026;Kauf;REWE;12,34", "12.03.2026;Erstattung;ACME;500,00"],
      ["2026-03-13 -12.34 REWE", "2026-03-12 500.00 ACME"],
    ],
    [
      "with two amounts without a sign and the first balance",
      ["Date,Text,Amount,Balance", "2026-03-13,REWE,12.34,487.66", "2026-03-12,ACME,500.00,500.00"],
      ["2026-03-13 -12.34 REWE", "2026-03-12 500.00 ACME"],
    ],
    [
      "with a direction that is neither in every third row",
      [
        "交易时间,交易对方,收/支,金额(元)",
        "2026-03-13,ZARA,支出,12.34",
        "2026-03-12,ACME,收入,500.00",
        "2026-03-11,BANK,/,100.00",
      ],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "with a card's payment in another language",
      [
        "Date,Description,Titulaire de la Carte,Montant",
        '13/03/2026,CARREFOUR,ANA,"12,34"',
        '12/03/2026,PRELEVEMENT AUTOMATIQUE ENREGISTRE-MERCI,ANA,"-100,00"',
      ],
      ["2026-03-13 -12.34 CARREFOUR", "2026-03-12 100.00 PRELEVEMENT AUTOMATIQUE ENREGISTRE-MERCI"],
    ],
    [
      "with a column that marks only credits",
      [
        "Date,Details,Amount (in Rs),BillingAmountSign",
        "13/03/2026,ZARA,12.34,",
        "12/03/2026,ACME,500.00,CR",
        "11/03/2026,CAFE,2.00,",
      ],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME", "2026-03-11 -2.00 CAFE"],
    ],
    [
      "of a card with a payment to it",
      [
        "Data de Compra;Final do Cartão;Descrição;Valor (em R$)",
        "13/03/2026;1234;MERCADO;12.34",
        "12/03/2026;1234;Pagamento;-500.00",
        "11/03/2026;1234;NETFLIX;55.00",
      ],
      ["2026-03-13 -12.34 MERCADO", "2026-03-12 500.00 Pagamento", "2026-03-11 -55.00 NETFLIX"],
      ["sign"],
    ],
    [
      "with outcome and income in every row",
      ["date;payee;outcome;income", "2026-03-13;ZARA;12,34;0", "2026-03-12;ACME;0;500"],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "with a plus or minus in a separate column",
      ["Datum;Text;Vorzeichen;Betrag", "13.03.2026;REWE;-;12,34", "12.03.2026;ACME;+;500,00"],
      ["2026-03-13 -12.34 REWE", "2026-03-12 500.00 ACME"],
    ],
    [
      "with a heading that says that amounts are in cents",
      ["Date,Description,Amount in cents", "13/03/2026,ZARA,-1234", "12/03/2026,ACME,50000"],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "with a heading that names the currency",
      ["Date,Description,Amount in EUR", "13/03/2026,ZARA,-12.34", "12/03/2026,ACME,500.00"],
      ["2026-03-13 -12.34 ZARA EUR", "2026-03-12 500.00 ACME EUR"],
    ],
  ])("%s", async (_, lines, rows, asks = []) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks });
  });
});

describe("of several amounts the account's movement is read", () => {
  test.each<Case>([
    [
      "next to a tax",
      [
        "Date,Description,Net,VAT,Gross",
        "13/03/2026,ZARA,-10.00,-2.34,-12.34",
        "12/03/2026,ACME,500.00,0.00,500.00",
      ],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "next to the total of an instalment",
      [
        "Date,Description,Total amount,Instalment,Amount charged",
        "13/03/2026,TV,-1200.00,1/12,-100.00",
        "12/03/2026,BAR,-20.00,,-20.00",
        "11/03/2026,PAY,500.00,,500.00",
      ],
      ["2026-03-13 -100.00 TV", "2026-03-12 -20.00 BAR", "2026-03-11 500.00 PAY"],
    ],
    [
      "next to the same sum in another currency",
      [
        "Datum;Opis;Iznos EUR;Iznos HRK",
        "13.03.2026;KONZUM;-10,00;-75,35",
        "12.03.2026;PLACA;500,00;3767,25",
      ],
      ["2026-03-13 -10.00 KONZUM EUR", "2026-03-12 500.00 PLACA EUR"],
    ],
    [
      "next to its tip",
      ["ID,Datetime,From,To,Amount (total),Amount (tip)", "1,2026-03-13T10:11:12,Ana,Ben,-12.34,-2.00"],
      ["2026-03-13 -12.34 Ben"],
    ],
    [
      "if the first balance equals the first amount",
      [
        "Date,Description,Type,Amount,Balance",
        "13/03/2026,ZARA,W,12.34,480.66",
        "12/03/2026,H&M,W,7.00,493.00",
        "11/03/2026,ACME,D,500.00,500.00",
      ],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 -7.00 H&M", "2026-03-11 500.00 ACME"],
    ],
  ])("%s", async (_, lines, rows, asks = []) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks });
  });
});

describe("other formats", () => {
  const ofx = (...movements: [type: string, amount: string][]) => [
    "<OFX><STMTRS><CURDEF>USD<BANKTRANLIST>",
    ...movements.map(
      ([type, amount], id) =>
        `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260313<TRNAMT>${amount}<FITID>${id}<NAME>SHOP</STMTTRN>`,
    ),
    "</BANKTRANLIST></STMTRS></OFX>",
  ];
  test.each<Case>([
    [
      "OFX with positive charges to a card",
      ofx(["DEBIT", "12.50"], ["CREDIT", "-500.00"]),
      ["2026-03-13 -12.50 SHOP USD", "2026-03-13 500.00 SHOP USD"],
    ],
    [
      "OFX with commas between thousands",
      ofx(["DEBIT", "-1,234"], ["DEBIT", "-12.50"]),
      ["2026-03-13 -1234.00 SHOP USD", "2026-03-13 -12.50 SHOP USD"],
    ],
    [
      "JSON with the minor units of its currency",
      ['[{"date":"2026-03-13","description":"SEVEN","amount":{"minorUnits":-1234,"currency":"JPY"}}]'],
      ["2026-03-13 -1234.00 SEVEN JPY"],
    ],
  ])("%s", async (_, lines, rows, asks = []) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks });
  });

  test("QIF of a card without a minus is asked about", async () => {
    const lines = ["!Type:CCard", "D13/03/2026", "T12.34", "PCafe", "^"];
    expect(await rowsOf(lines)).toEqual({ rows: [], asks: ["sign"] });
    expect((await rowsOf(lines, { answers: { sign: "positive" } })).rows).toEqual(["2026-03-13 -12.34 Cafe"]);
  });

  test("MT940 in dinars agrees with its balances", async () => {
    const file = await read([
      ":20:1",
      ":25:KW00",
      ":60F:C260312KWD950,755",
      ":61:2603130313D1,234NMSCNONREF",
      ":86:CAFE",
      ":61:2603130313D2,504NMSCNONREF",
      ":86:KIOSK",
      ":62F:C260313KWD947,017",
    ]);
    expect(file.proved).toBe("balance");
    expect(file.rows.map(({ amount }) => amount)).toEqual([-1_23, -2_50]);
  });

  test("GnuCash's splits are read once, by category", async () => {
    const row = (id: string, name: string, account: string, amount: string) =>
      `2026-03-13,${id},${name},${account},${account.split(":").at(-1)},${amount}`;
    const { rows } = await read([
      "Date,Transaction ID,Description,Full Account Name,Account Name,Amount Num.",
      row("a", "Shop", "Assets:Checking", "-12.34"),
      row("a", "Shop", "Expenses:Food", "10.00"),
      row("a", "Shop", "Expenses:Home", "2.34"),
      row("b", "Acme", "Assets:Checking", "500.00"),
      row("b", "Acme", "Income:Salary", "-500.00"),
      row("c", "Put aside", "Assets:Checking", "-50.00"),
      row("c", "Put aside", "Assets:Savings", "50.00"),
    ]);
    expect(rows.map(({ amount, category, transfer }) => [amount, category, transfer])).toEqual([
      [-10_00, "Food", false],
      [-2_34, "Home", false],
      [500_00, "Salary", false],
      [-50_00, "Savings", true],
    ]);
  });
});

describe("a movement is asked about", () => {
  test.each<[string, string[], string]>([
    [
      "if a rising balance may be money or debt",
      [
        "Date,Description,Amount,Balance",
        "13/03/2026,NETFLIX,15.99,1025.99",
        "12/03/2026,SPOTIFY,10.00,1010.00",
        "11/03/2026,APPLE,1000.00,1000.00",
      ],
      "sign",
    ],
    [
      "if two columns of amounts have different currencies",
      ["Datum;Text;Betrag;Währung;Betrag auf Karte;Währung", "13.03.2026;Amazon US;-10,00;USD;-9,20;EUR"],
      "amountColumn",
    ],
    [
      "if a single day may begin with its year",
      ["Date,Description,Amount", "13/03/14,ZARA,-12.34"],
      "dateOrder",
    ],
  ])("%s", async (_, lines, id) => {
    const { rows, questions } = await read(lines);
    expect(rows).toEqual([]);
    expect(questions).toEqual([expect.objectContaining({ id, proposed: null })]);
  });

  test("with a proposal from its texts if money out has both signs equally often", async () => {
    const lines = [
      "Date,Description,Withdrawals,Deposits",
      "13/03/2026,ZARA,-12.34,",
      "11/03/2026,ZARA REFUND,10.00,",
    ];
    expect(await rowsOf(lines)).toEqual({
      rows: ["2026-03-13 -12.34 ZARA", "2026-03-11 10.00 ZARA REFUND"],
      asks: ["sign"],
    });
  });
});

test("reports an unknown direction as unreadable", async () => {
  const { rows, leftOut } = await read([
    "Date,Payee,Amount,Debit/Credit",
    "2026-03-13,ZARA,12.34,Debit",
    "2026-03-12,ACME,500.00,Credit",
    "2026-03-11,BANK,100.00,Quux",
  ]);
  expect(rows.map(({ amount }) => amount)).toEqual([-12_34, 500_00]);
  expect(leftOut).toContainEqual(expect.objectContaining({ line: 4, unreadable: true }));
});

test("the budget's currency decides between two columns of amounts", async () => {
  const lines = [
    "Datum;Text;Betrag;Währung;Betrag auf Karte;Währung",
    "13.03.2026;Amazon US;-10,00;USD;-9,20;EUR",
  ];
  expect(await rowsOf(lines, { currency: "EUR" })).toEqual({
    rows: ["2026-03-13 -9.20 Amazon US EUR"],
    asks: [],
  });
});

describe("a pending row is left out", () => {
  test.each<[string, string[], number]>([
    ["if a column says yes to pending", ["Date,Description,Amount,Pending", "2026-03-13,ZARA,-12.34,Y"], 2],
    ["if a column says true", ["Date,Description,Amount,Is pending", "2026-03-13,ZARA,-12.34,true"], 2],
    ["if a column says no to booked", ["Datum;Text;Betrag;Gebucht", "13.03.2026;REWE;-12,34;nein"], 2],
    ["if its text begins with PENDING", ["Date,Description,Amount", "2026-03-13,PENDING - ZARA,-12.34"], 2],
    [
      "if it has a word for pending in place of the booking day",
      [
        "Buchungstag;Wertstellung;Text;Umsatz in EUR",
        "12.03.2026;12.03.2026;PAY;500,00",
        "offen;14.03.2026;ZARA;-12,34",
      ],
      3,
    ],
    [
      "if the newest row has no booking day",
      [
        "Transaction Date,Posted Date,Description,Amount",
        "03/12/2026,03/13/2026,PAY,500.00",
        "03/14/2026,,ZARA,-12.34",
      ],
      3,
    ],
  ])("%s", async (_, lines, line) => {
    const { rows, leftOut } = await read(lines);
    expect(leftOut).toContainEqual(expect.objectContaining({ line, why: "pending" }));
    expect(rows.map((row) => row.line)).not.toContain(line);
  });
});

describe("days without a year", () => {
  test.each<Case>([
    [
      "take the year from above the table",
      ["Statement date,10/01/2026", "Date,Description,Amount", "28 Dec,ZARA,-12.34", "3 Jan,ACME,500.00"],
      ["2025-12-28 -12.34 ZARA", "2026-01-03 500.00 ACME"],
    ],
    [
      "are asked about, with the latest year without future days as proposal",
      ["Date,Description,Amount", "13/12,ZARA,-12.34", "12/03,ACME,500.00"],
      ["2025-12-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
      ["year"],
    ],
    [
      "are read after an apostrophe",
      [
        "Periode : 01/03/2026 - 26/03/2026",
        "Tanggal;Keterangan;Jumlah;Saldo",
        "'13/03;TOKO;12,340.00 DB;487,660.00",
        "'12/03;GAJI;500,000.00 CR;500,000.00",
      ],
      ["2026-03-13 -12340.00 TOKO", "2026-03-12 500000.00 GAJI"],
    ],
  ])("%s", async (_, lines, rows, asks = []) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks });
  });
});

describe("the text of a row is the counterparty's", () => {
  test.each<Case>([
    [
      "if every row has the holder's name",
      ["Date,Description,Debit,Credit,Name", "13/03/2026,ZARA,12.34,,ANA", "12/03/2026,ACME,,500.00,ANA"],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "if both are named",
      ["Naam;Munt;Datum;Bedrag;Naam tegenpartij", "Ana;EUR;13/03/2026;-12,34;COLRUYT"],
      ["2026-03-13 -12.34 COLRUYT EUR"],
    ],
    [
      "if the first side is the account holder and rows of balances have neither side",
      [
        "Buchungstag;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;Vorgang;Währung;Umsatz; ",
        "27.02.2026;Ana;Strom AG;Abschlag;EUR;85,00;S",
        "25.02.2026;Ana;ACME;Lohn;EUR;500,00;H",
        "01.02.2026;;;Anfangssaldo;EUR;0,00;H",
        "28.02.2026;;;Endsaldo;EUR;415,00;H",
      ],
      ["2026-02-27 -85.00 Strom AG EUR", "2026-02-25 500.00 ACME EUR"],
    ],
    [
      "if payer and payee have columns",
      ["Päivä;Summa;Maksaja;Saajan nimi", "13.03.2026;-12,34;Ana;K-MARKET", "12.03.2026;+500,00;ACME;Ana"],
      ["2026-03-13 -12.34 K-MARKET", "2026-03-12 500.00 ACME"],
    ],
    [
      "if another text is the kind of booking",
      ["Дата;Сумма;Операция;Детали", "13.03.26;- 12,34;Покупка;Магнум", "12.03.26;+ 500;Пополнение;Акме"],
      ["2026-03-13 -12.34 Магнум", "2026-03-12 500.00 Акме"],
    ],
    [
      "if the description says that there is none",
      [
        "Run Date,Action,Description,Amount",
        "03/13/2026,SAFEWAY,No Description,-12.34",
        "03/12/2026,ACME,No Description,500.00",
      ],
      ["2026-03-13 -12.34 SAFEWAY", "2026-03-12 500.00 ACME"],
    ],
    [
      "if an unknown column is the same in every row",
      ["Date,Amount,Note,Purse", "13/03/2026,-12.34,ZARA,Cash", "12/03/2026,500.00,ACME,Cash"],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME"],
    ],
    [
      "if no column has a name, not the kind of booking",
      [
        '3/13/2026,-12.34,-,"Point of sale purchase","ZARA"',
        '3/12/2026,500.00,-,"Payroll dep.","ACME"',
        '3/11/2026,-50.00,-,"Bill payment","HYDRO"',
        '3/10/2026,-2.00,-,"Point of sale purchase","BAR"',
      ],
      ["2026-03-13 -12.34 ZARA", "2026-03-12 500.00 ACME", "2026-03-11 -50.00 HYDRO", "2026-03-10 -2.00 BAR"],
    ],
    [
      "if no column has a name, chosen by the person if a longer text has fewer values",
      [
        "13-03-26;6;;ZARA;;-12,34;Shopping:Clothes;",
        "12-03-26;4;;ACME;;500,00;Income:Salary;",
        "11-03-26;6;;HYDRO;;-50,00;Home:Electricity;",
        "10-03-26;6;;H&M;;-2,00;Shopping:Clothes;",
      ],
      [],
      ["textColumn"],
    ],
  ])("%s", async (_, lines, rows, asks = []) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks });
  });
});

test("a row with its amount in another currency's column is unreadable", async () => {
  const { rows, leftOut } = await read([
    "Account Number,Transaction Date,Description,CAD$,USD$",
    "1,3/13/2026,TIM HORTONS,-12.34,",
    "2,3/12/2026,TRANSFER,,-500.00",
  ]);
  expect(rows).toHaveLength(1);
  expect(leftOut).toContainEqual(expect.objectContaining({ line: 3, unreadable: true }));
});

test("a last line with only a day and a balance is not a row", async () => {
  const { rows, leftOut } = await read([
    "13/03/2026;-12,34;Carte;;CB CARREFOUR;0;Divers;0",
    "12/03/2026;500,00;Virement;;VIR ACME;0;Divers;0",
    "11/03/2026;-12,34;Carte;;CB CARREFOUR;0;Divers;0",
    "10/03/2026;-12,34;Carte;;CB CARREFOUR;0;Divers;0",
    "26/03/2026;487,66;;;01234 567890A",
  ]);
  expect(rows).toHaveLength(4);
  expect(leftOut).toContainEqual(expect.objectContaining({ line: 5, why: "balance" }));
});

test("a line that closes an account's list is not a row", async () => {
  const lines = [
    "HIST,20260312,,500.00,MAGTAPE CREDIT,SALARY",
    "HIST,20260313,,-12.34,CARD PURCHASE,CHECKERS",
    "CLOSE,20260326,,487.66,CLOSE,",
  ];
  expect(await rowsOf(lines, { answers: { textColumn: "5" } })).toEqual({
    rows: ["2026-03-12 500.00 SALARY", "2026-03-13 -12.34 CHECKERS"],
    asks: [],
  });
});

describe("the payee of a short list without a header", () => {
  const lines = (...texts: string[]) => [
    `"11773016";"T";"-4500";"HUF";"20261103";"20261103";"95500";${texts[0]}`,
    `"11773016";"J";"212000";"HUF";"20261104";"20261104";"307500";${texts[1]}`,
  ];
  test("is asked about if two columns may name it", async () => {
    const unclear = lines('"VÁSÁRLÁS KÁRTYÁVAL";"SPAR BUDAPEST"', '"ÁTUTALÁS";"Munkaadó Kft"');
    expect(await rowsOf(unclear)).toEqual({ rows: [], asks: ["textColumn"] });
    const { rows } = await rowsOf(unclear, { answers: { textColumn: "8" } });
    expect(rows).toEqual(["2026-11-03 -4500.00 SPAR BUDAPEST HUF", "2026-11-04 212000.00 Munkaadó Kft HUF"]);
  });

  test("is not the column with kinds of bookings", async () => {
    const { rows, asks } = await rowsOf(lines('"Card purchase";"SPAR"', '"Salary";"Munkaadó Kft"'));
    expect(rows).toEqual(["2026-11-03 -4500.00 SPAR HUF", "2026-11-04 212000.00 Munkaadó Kft HUF"]);
    expect(asks).toEqual([]);
  });
});

describe("two codes without a known meaning beside amounts without a sign", () => {
  const header = "Date,C/P,Description,Amount";
  const bare = [header, "2026-11-03,C,Kiosk,12.50", "2026-11-05,P,Noor Reed,300.00"];
  const told = [header, "2026-11-03,C,CARD PURCHASE KIOSK,12.50", "2026-11-05,P,PAYMENT RECEIVED,300.00"];
  test.each<[string, string[], string | null]>([
    ["nothing is proposed without evidence in the texts", bare, null],
    ["nothing is proposed with evidence for one code", [...bare, "2026-11-06,P,PAYMENT RECEIVED,9.00"], null],
    ["a direction is proposed with evidence for both codes", told, "C"],
  ])("are asked about; %s", async (_, lines, proposed) => {
    const { questions } = await read(lines);
    expect(questions).toMatchObject([{ id: "direction", proposed }]);
  });

  test.each([
    ["C", ["2026-11-03 -12.50 Kiosk", "2026-11-05 300.00 Noor Reed"], []],
    ["P", ["2026-11-03 12.50 Kiosk", "2026-11-05 -300.00 Noor Reed"], []],
    ["neither", [], ["sign"]],
  ])("follow the answer %s", async (direction, rows, asks) => {
    expect(await rowsOf(bare, { answers: { direction } })).toEqual({ rows, asks });
  });
});

describe("a line below the rows", () => {
  const rows = [
    "Date,Description,Amount,Balance",
    "2026-11-03,Kiosk,-12.50,87.50",
    "2026-11-04,Zoo,-9.00,78.50",
  ];
  test.each([
    ["with an amount and an invalid day is unreadable", "99/99/2026,Ferry,-7.00,71.50", "other"],
    ["with an amount and no day is unreadable", ",Ferry,-7.00,", "other"],
    ["that is called a total is a total", "Total,,-7.00,", "balance"],
    ["that equals the sum of all rows is a total", ",,-21.50,", "balance"],
    ["with only a balance is a footer", ",,,78.50", "footer"],
    ["with only words is a footer", "Made on 4 November,,,", "footer"],
  ])("%s", async (_, line, why) => {
    const { leftOut } = await read([...rows, line]);
    const notes = leftOut.filter((note) => note.line === 4);
    expect(notes).toMatchObject([{ why, ...(why === "other" && { unreadable: true }) }]);
  });
});

test("QIF with “1.234” and no currency is asked about without a proposal", async () => {
  const bytes = new TextEncoder().encode("!Type:Bank\nD2026-11-03\nT-1.234\nPKiosk\n^\n");
  const { questions } = await readBankFile({ name: "a.qif", bytes }, { today: toDay(2026, 11, 26) });
  expect(questions).toMatchObject([{ id: "decimalMark", proposed: null }]);
});

test("the oldest amount is asked about if only its text says that it came in", async () => {
  const lines = [
    "Date,Description,Amount,Balance",
    "2026-11-18,SALARY,2500.00,3500.00",
    "2026-11-19,TESCO,12.34,3487.66",
    "2026-11-20,RENT,900.00,2587.66",
  ];
  expect(await rowsOf(lines)).toEqual({ rows: [], asks: ["sign"] });
  expect((await rowsOf(lines, { answers: { sign: "negative" } })).rows).toEqual([
    "2026-11-18 2500.00 SALARY",
    "2026-11-19 -12.34 TESCO",
    "2026-11-20 -900.00 RENT",
  ]);
});

describe("rows with more cells than the header", () => {
  const header = "Date,Description,Amount";
  const bar = "2026-11-19,Bar two,-2.00";

  test.each<Case>([
    [
      "unquoted decimal commas are joined",
      ["Date,Description,Amount", "18.11.2026,Shop one,-12,34", "19.11.2026,Salary,1.250,00"],
      ["2026-11-18 -12.34 Shop one", "2026-11-19 1250.00 Salary"],
    ],
    [
      "unquoted thousands are joined in several columns",
      [`${header},Balance`, "2026-11-18,Rent,-1,234.50,5,000.00", "2026-11-19,Bar two,-2.00,4,998.00"],
      ["2026-11-18 -1234.50 Rent", "2026-11-19 -2.00 Bar two"],
    ],
    [
      "a last column without a name is not joined",
      [header, "2026-11-18,Rent,-900.00,x1", "2026-11-19,Bar two,-2.00,x2"],
      ["2026-11-18 -900.00 Rent", "2026-11-19 -2.00 Bar two"],
    ],
  ])("%s", async (_, lines, rows) => {
    expect(await rowsOf(lines)).toEqual({ rows, asks: [] });
  });

  test.each(["2026-11-18,ACME, Inc.,-12.34", "2026-11-18,Store, 5,-12.34"])(
    "%s is left out with a reason",
    async (line) => {
      const { rows, leftOut } = await read([header, line, bar, "2026-11-20,Bar three,-3.00"]);
      expect(rows.map(({ amount }) => amount)).toEqual([-2_00, -3_00]);
      expect(leftOut).toContainEqual(
        expect.objectContaining({ line: 2, reason: expect.stringContaining("quotation marks") }),
      );
    },
  );
});

test.each<Case>([
  [
    "a positive debit among negative ones is incoming money",
    [
      "Date,Type,Description,Amount",
      "11/20/2026,DEBIT,RENT,-900.00",
      "11/19/2026,CREDIT,PAYROLL,2500.00",
      "11/18/2026,DEBIT,FEE,-2.00",
      "11/17/2026,DEBIT,RETURNED FEE,2.00",
    ],
    [
      "2026-11-20 -900.00 RENT",
      "2026-11-19 2500.00 PAYROLL",
      "2026-11-18 -2.00 FEE",
      "2026-11-17 2.00 RETURNED FEE",
    ],
  ],
  [
    "a column of deposits makes the one of payments its counterpart",
    [
      "日付,摘要,お支払金額,お預り金額,差引残高",
      '2026年11月18日,スーパー,"1,234",,"98,766"',
      '2026年11月19日,給与,,"250,000","348,766"',
      '2026年11月20日,電気料金,"8,000",,"340,766"',
    ],
    ["2026-11-18 -1234.00 スーパー", "2026-11-19 250000.00 給与", "2026-11-20 -8000.00 電気料金"],
  ],
])("%s", async (_, lines, rows) => {
  expect(await rowsOf(lines)).toEqual({ rows, asks: [] });
});

test.each<[string, string[], string[]]>([
  ["below", ["-10.00 Lidl", "50.00 ACME"], []],
  ["above", [], ["-10.00 Lidl", "50.00 ACME"]],
])("reports a second list with other columns %s the larger one as unreadable", async (_, below, above) => {
  const list = (rows: string[]) =>
    rows.length === 0
      ? []
      : ["Checking", "Date,Amount,Payee", ...rows.map((row) => `2026-02-27,${row.replace(" ", ",")}`), ""];
  const { rows, leftOut } = await read([
    ...list(above),
    "Credit card",
    "Date,Card,Description,Charge,Credit",
    "2026-02-27,1234,Shop,20.00,",
    "2026-02-28,1234,Payment,,30.00",
    "",
    ...list(below),
  ]);
  expect(rows.map(({ amount }) => amount)).toEqual([-20_00, 30_00]);
  expect(leftOut.filter(({ unreadable }) => unreadable)).toHaveLength(2);
});

test("a fee of a row that no balance comes before is asked about", async () => {
  const lines = [
    "Date,Description,Amount,Fee,Balance",
    "2026-03-13,REWE,-12.34,0.00,487.16",
    "2026-03-12,ACME,500.00,0.50,499.50",
  ];
  expect(await rowsOf(lines)).toEqual({ rows: [], asks: ["fee"] });
});

test("who is the payer of all rows is not their payee", async () => {
  const lines = [
    "Date,Description,Payer,Amount",
    "2026-03-13,REWE,Ana,-12.34",
    "2026-03-12,ZARA,Ana,-5.00",
    "2026-03-11,ACME,,500.00",
  ];
  expect((await rowsOf(lines)).rows).toEqual([
    "2026-03-13 -12.34 REWE",
    "2026-03-12 -5.00 ZARA",
    "2026-03-11 500.00 ACME",
  ]);
});

test("what went out is positive in Plaid's JSON", async () => {
  const row = (id: string, name: string, amount: number) => ({
    ...{ account_id: "1", transaction_id: id, iso_currency_code: "USD", date: "2026-03-13" },
    ...{ name, amount, pending: false },
  });
  const document = { accounts: [], transactions: [row("a", "REWE", 12.34), row("b", "ACME", -500)] };
  expect((await rowsOf([JSON.stringify(document)])).rows).toEqual([
    "2026-03-13 -12.34 REWE USD",
    "2026-03-13 500.00 ACME USD",
  ]);
});

test("what a Sparkasse's card was paid is no expense, though it is called a debit", async () => {
  const lines = [
    "Umsatz getätigt von;Belegdatum;Buchungsdatum;Originalbetrag;Originalwährung;Buchungsbetrag;Buchungswährung;Transaktionsbeschreibung",
    "1234*1;12.03.26;13.03.26;-25,00;USD;-23,15;EUR;AMAZON",
    "1234*1;11.03.26;12.03.26;100,00;EUR;100,00;EUR;Lastschrift",
  ];
  expect(await rowsOf(lines)).toEqual({
    rows: ["2026-03-13 -23.15 AMAZON EUR", "2026-03-12 100.00 Lastschrift EUR"],
    asks: [],
  });
});

test.each<[string, string[]]>([
  [
    "a day with a comma has none",
    ["Date,Description,Amount", "Mar 13, 2026,ZARA,-12.34", "Feb 12, 2026,ACME,500.00"],
  ],
  [
    "they are around whole lines",
    ['"Date,Description,Amount"', '"2026-03-13,ZARA,-12.34"', '"2026-02-12,ACME,500.00"', ""],
  ],
])("quotation marks are understood if %s", async (_, lines) => {
  expect(await rowsOf(lines)).toEqual({
    rows: ["2026-03-13 -12.34 ZARA", "2026-02-12 500.00 ACME"],
    asks: [],
  });
});
