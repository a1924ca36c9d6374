import { NAME_MAX } from "@coffer/domain/definition/values";
import { textOf } from "../grid/grid.ts";
import { oneLine } from "../text/plain.ts";
import { columnFinder, type Program } from "./program.ts";

/**
 * GnuCash writes a transaction as its splits, a row each, whose amounts add up to zero. The account that most transactions have
 * is the exported one: the other splits of its transactions are read, with their signs turned and their accounts as
 * categories.
 */
export const GNUCASH: Program = {
  name: "GnuCash",
  header: ["Date", "Transaction ID", "Description", "Full Account Name", "Account Name", "Amount Num."],
  readRows({ builder, body, names, amount, date }) {
    const indexOf = columnFinder(names);
    const rows = body.map(({ line, cells }) => ({
      line,
      text: cells.map(textOf).filter(Boolean).join(" · "),
      cell: (name: string) => textOf(cells[indexOf(name)]).trim(),
    }));
    const byId = Map.groupBy(rows, ({ cell }) => cell("Transaction ID"));
    const counts = new Map<string, number>();
    for (const splits of byId.values()) {
      const accounts = new Set(splits.map(({ cell }) => cell("Full Account Name")));
      for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    const [home = ""] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    const kindOf = (account: string) => account.split(":", 1)[0];
    for (const { line, text, cell } of rows) {
      const account = cell("Full Account Name");
      const splits = byId.get(cell("Transaction ID")) ?? [];
      const isOfHome = splits.some((split) => split.cell("Full Account Name") === home);
      if (account === home || !isOfHome) {
        builder.leaveOut(line, "other", text, "It is the other side of a transaction's rows.");
        continue;
      }
      const read = amount(cell("Amount Num."));
      builder.add(line, {
        date: date(cell("Date")),
        amount: "value" in read ? { value: -read.value || 0 } : read,
        description: [cell("Description"), cell("Memo"), cell("Account Name")],
        notes: [cell("Notes"), cell("Memo")],
        currency: cell("Commodity/Currency").replace(/^CURRENCY::/, ""),
        category: oneLine(cell("Account Name"), NAME_MAX),
        account: home,
        split: { of: cell("Transaction ID"), title: cell("Description") },
        transfer: kindOf(account) === kindOf(home) || /^equity\b/i.test(account),
        text: () => text,
      });
    }
  },
};
