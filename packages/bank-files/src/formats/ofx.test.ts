import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { asImported } from "../../test/as-imported.ts";
import { readOfx } from "./ofx.ts";

const read = (text: string) => asImported(readOfx(text, toDay(2027, 11, 21)));

const SGML_HEADER = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:USASCII",
  "CHARSET:1252",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
  "",
].join("\n");
const sgml = (...transactions: string[]) =>
  `${SGML_HEADER}
<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261130120000<LANGUAGE>ENG
<FI><ORG>Corner Bank<FID>1001</FI><INTU.BID>1001</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${transactions.join("\n")}
</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
const COFFEE =
  "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105120000.000[-5:EST]<TRNAMT>-3.50<FITID>A1<NAME>CORNER COFFEE</STMTTRN>";

describe("version 1", () => {
  test("gives date, amount, description, notes and the bank's id", () => {
    const text = sgml(
      COFFEE,
      "<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261125\n<TRNAMT>+2500.000\n<FITID>A2\n<NAME>ACME\n<MEMO>Payroll\n</STMTTRN>",
    );
    expect(read(text)).toMatchObject({
      rows: [
        {
          line: 16,
          row: {
            date: "2026-11-05",
            amount: 350,
            type: "expense",
            description: "CORNER COFFEE",
            reference: "ofx:A1",
          },
        },
        {
          line: 17,
          row: { date: "2026-11-25", amount: 250_000, type: "income", description: "ACME", notes: "Payroll" },
        },
      ],
      unreadable: [],
      leftOut: [],
      notices: [],
    });
  });

  test("is read without closing tags and line ends", () => {
    const text = sgml(COFFEE, COFFEE).replaceAll("</STMTTRN>", "").replaceAll("\n<", "<");
    expect(read(text).rows).toHaveLength(2);
  });

  test("decodes entities, even if they were encoded twice", () => {
    const text = sgml(
      "<STMTTRN><DTPOSTED>20261105<TRNAMT>-1<NAME>B&amp;O &amp;lt;DEPT&amp;gt; &#39;X&#x27; &unknown;</STMTTRN>",
    );
    expect(read(text).rows[0]?.row.description).toBe("B&O <DEPT> 'X' &unknown;");
  });

  test("uses the memo or the type as description if there is no name", () => {
    const text = sgml(
      "<STMTTRN><TRNTYPE>ATM<DTPOSTED>20261105<TRNAMT>-1<MEMO>Cash</STMTTRN>",
      "<STMTTRN><TRNTYPE>FEE<DTPOSTED>20261105<TRNAMT>-1</STMTTRN>",
      "<STMTTRN><TRNTYPE>XFER<DTPOSTED>20261105<TRNAMT>-1<PAYEE><NAME>Ana<CITY>Rome</PAYEE></STMTTRN>",
    );
    expect(read(text).rows.map(({ row }) => row.description)).toEqual(["Cash", "FEE", "Ana"]);
  });

  test("reads a decimal comma", () => {
    expect(read(sgml(COFFEE.replace("-3.50", "-3,50"))).rows[0]?.row.amount).toBe(350);
  });
});

test("version 2 is read with CDATA", () => {
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><BANKTRANLIST>
  <STMTTRN>
    <TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20261105</DTPOSTED>
    <TRNAMT>-3.50</TRNAMT><FITID>A1</FITID><NAME>Café</NAME><MEMO><![CDATA[a < b & c]]></MEMO>
  </STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
  expect(read(text).rows).toEqual([
    {
      line: 4,
      row: {
        date: "2026-11-05",
        amount: 350,
        type: "expense",
        description: "Café",
        notes: "a < b & c",
        reference: "ofx:A1",
      },
    },
  ]);
});

describe("an element that is neither income nor expense is left out", () => {
  test.each([
    ["<STMTTRN><DTPOSTED>20261105<TRNAMT>0.00<NAME>Interest</STMTTRN>", "Its amount is zero."],
    [
      "<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261105<TRNAMT>-3.50<NAME>Hotel</STMTTRNP>",
      "The bank has not booked it yet.",
    ],
    ["<BUYSTOCK><INVBUY><UNITS>1<UNITPRICE>5</INVBUY></BUYSTOCK>", "It buys, sells or moves an investment."],
  ])("%s", (element, reason) => {
    const file = read(sgml(element, COFFEE));
    expect(file.leftOut).toEqual([{ line: 16, reason }]);
    expect(file.rows).toHaveLength(1);
  });
});

describe("a damaged file", () => {
  test("reports the transactions that cannot be read", () => {
    const file = read(
      sgml(
        COFFEE.replace("-3.50", "three"),
        COFFEE.replace("20261105", "20261305"),
        COFFEE.replace(/<TRNAMT>[^<]+/, ""),
      ),
    );
    expect(file.unreadable).toEqual([
      { line: 16, reason: "“three” is not an amount." },
      { line: 17, reason: "“20261305” is not a date." },
      { line: 18, reason: "The amount is missing." },
    ]);
  });

  test("that is truncated within a transaction keeps earlier ones", () => {
    const whole = sgml(COFFEE, COFFEE);
    const file = read(whole.slice(0, whole.lastIndexOf("<NAME>")));
    expect(file.rows).toHaveLength(1);
    expect(file.unreadable).toEqual([
      { line: 17, reason: "The file ends in the middle of this transaction." },
    ]);
  });

  test("that is truncated between transactions has a notice", () => {
    const whole = sgml(COFFEE, COFFEE);
    expect(read(whole.slice(0, whole.indexOf("</BANKTRANLIST>"))).notices).toEqual([
      "The file ends before its statement does: transactions may be missing at its end.",
    ]);
  });

  test("without a statement is refused", () => {
    expect(() => read(SGML_HEADER)).toThrow("This OFX file contains no statement.");
  });
});

test("an amount is in its own currency, and in the account's beside the shop's", () => {
  const row = (currency: string) =>
    `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105<TRNAMT>-3.50<FITID>A<NAME>BAR<${currency}><CURRATE>1.1<CURSYM>EUR</${currency}></STMTTRN>`;
  const { file } = read(sgml(row("CURRENCY"), row("ORIGCURRENCY")));
  expect(file.rows.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
});
