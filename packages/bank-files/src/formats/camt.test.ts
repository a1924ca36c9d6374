import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { asImported } from "../../test/as-imported.ts";
import { readCamt } from "./camt.ts";

const read = (text: string) => asImported(readCamt(text, toDay(2027, 11, 21)));

const statement = (entries: string, version = "02") => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>DE02</IBAN></Id></Acct>
<Bal><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries}
</Stmt></BkToCstmrStmt></Document>
`;
const entry = ({
  amount = "3.50",
  direction = "DBIT",
  status = "BOOK",
  head = "",
  details = "",
  reference = "REF1",
  info = "",
}) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${head}<Sts>${status}</Sts>
<BookgDt><Dt>2026-11-05</Dt></BookgDt><ValDt><Dt>2026-11-06</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>
${details && `<NtryDtls>${details}</NtryDtls>`}${info && `<AddtlNtryInf>${info}</AddtlNtryInf>`}</Ntry>`;
const PAID = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>Ana</Nm></Dbtr><Cdtr><Nm>Corner Coffee &amp; Co</Nm></Cdtr></RltdPties>
<RmtInf><Ustrd>Invoice 4711</Ustrd><Ustrd>thank   you</Ustrd></RmtInf></TxDtls>`;

describe("an entry", () => {
  test("gives date, amount, payee, purpose and the bank's id", () => {
    expect(read(statement(entry({ details: PAID, info: "SEPA transfer" }))).rows).toEqual([
      {
        line: 5,
        row: {
          date: "2026-11-05",
          amount: 350,
          type: "expense",
          description: "Corner Coffee & Co",
          notes: "Invoice 4711 thank you · SEPA transfer",
          reference: "camt:REF1",
        },
      },
    ]);
  });

  test("of incoming money names the payer", () => {
    const [first] = read(statement(entry({ direction: "CRDT", details: PAID }))).rows;
    expect(first?.row).toMatchObject({ type: "income", description: "Ana" });
  });

  test("without details is described by the bank's additional text", () => {
    expect(read(statement(entry({ info: "Card payment" }))).rows[0]?.row.description).toBe("Card payment");
  });

  test("that reverses a debit is a refund", () => {
    const head = "<RvslInd>true</RvslInd>";
    const file = read(statement(entry({ direction: "CRDT", head }) + entry({ head, reference: "REF2" })));
    expect(file.rows.map(({ row }) => [row.type, row.refund])).toEqual([
      ["expense", true],
      ["expense", undefined],
    ]);
  });

  test("that is pending or informational is left out", () => {
    const file = read(statement(entry({ status: "PDNG" }) + entry({ status: "INFO" }) + entry({})));
    expect(file.rows).toHaveLength(1);
    expect(file.leftOut.map(({ reason }) => reason)).toEqual([
      "The bank has not booked it yet.",
      "The bank has not booked it yet.",
    ]);
  });

  test("of version 8 has status and parties one level deeper", () => {
    const details = PAID.replaceAll("<Nm>", "<Pty><Nm>").replaceAll("</Nm>", "</Nm></Pty>");
    const file = read(statement(entry({ status: "<Cd>BOOK</Cd>", details }), "08"));
    expect(file.rows[0]?.row.description).toBe("Corner Coffee & Co");
    expect(read(statement(entry({ status: "<Cd>PDNG</Cd>" }), "08")).rows).toEqual([]);
  });

  test("may have a time in its date", () => {
    const text = statement(entry({})).replace(
      "<Dt>2026-11-05</Dt>",
      "<DtTm>2026-11-05T23:30:00+01:00</DtTm>",
    );
    expect(read(text).rows[0]?.row.date).toBe("2026-11-05");
  });
});

describe("a batch", () => {
  const part = (amount: string, name: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;

  test("becomes a row for each payment with a distinct reference", () => {
    const details = `<Btch><NbOfTxs>2</NbOfTxs></Btch>${part("2.50", "Ana")}${part("1.00", "Ben")}`;
    const rows = read(statement(entry({ details }))).rows.map(({ row }) => row);
    expect(rows.map(({ amount, description, reference }) => [amount, description, reference])).toEqual([
      [250, "Ana", "camt:REF1/1"],
      [100, "Ben", "camt:REF1/2"],
    ]);
  });

  test("whose payments do not add up to its amount stays one row", () => {
    const details = part("2.50", "Ana") + part("0.99", "Ben");
    const rows = read(statement(entry({ details, info: "Salaries" }))).rows.map(({ row }) => row);
    expect(rows).toMatchObject([{ amount: 350, description: "Salaries" }]);
  });
});

test("namespace prefixes are ignored", () => {
  const text = statement(entry({ details: PAID }))
    .replace(/<(\/?)(?=[A-Z])/g, "<$1ns2:")
    .replace("xmlns=", "xmlns:ns2=");
  expect(read(text).rows).toHaveLength(1);
});

test("reports and notifications have the same entries", () => {
  const text = statement(entry({}));
  const report = text.replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt").replaceAll("Stmt>", "Rpt>");
  expect(read(report).rows).toHaveLength(1);
});

describe("a damaged file", () => {
  test("reports entries without amount, date or direction", () => {
    const file = read(
      statement(
        [
          entry({ amount: "lots" }),
          entry({ amount: "" }),
          entry({ direction: "" }),
          entry({}).replaceAll(/<Dt>[^<]*<\/Dt>/g, ""),
          entry({ amount: "0.00" }),
        ].join("\n"),
      ),
    );
    expect(file.unreadable).toEqual([
      { line: 5, reason: "“lots” is not an amount." },
      { line: 8, reason: "The amount is missing." },
      { line: 11, reason: "It does not say whether money came or went." },
      { line: 14, reason: "The date is missing." },
    ]);
    expect(file.leftOut).toEqual([{ line: 17, reason: "Its amount is zero." }]);
  });

  test("that is truncated is refused with the line where it ends", () => {
    const whole = statement(entry({ details: PAID }));
    expect(() => read(whole.slice(0, whole.indexOf("<RmtInf>")))).toThrow(
      "This file is incomplete: it ends on line 8 before its statement does. Download it again.",
    );
  });

  test("that is not XML is refused with the line", () => {
    expect(() => read(statement("<Ntry></Entry>"))).toThrow(
      "This file is not valid XML: line 5 cannot be read. Download it again.",
    );
  });

  test("that nests a hundred thousand elements is refused", () => {
    expect(() => read(statement("<a>".repeat(100_000)))).toThrow(/^This file is n/);
  });

  test("that defines entities of entities does not grow", () => {
    const text = statement(entry({ info: "&b;" })).replace(
      "<Document",
      '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><Document',
    );
    expect(() => read(text)).toThrow(/its own entities/);
  });

  test("without a statement is refused", () => {
    expect(() => read("<Document><BkToCstmrStmt/></Document>")).toThrow(
      "This CAMT file contains no statement.",
    );
  });
});
