import { textOf } from "../grid/grid.ts";
import { isMove } from "../table/cell-words.ts";
import type { Program } from "./program.ts";

const FIXED = 5;

/**
 * A group's expenses, with a column a person: what the group owes them for a row, or they owe. The payer has spent the
 * cost less the own column; anyone else has spent what they owe.
 */
export const SPLITWISE: Program = {
  name: "Splitwise",
  header: ["Date", "Description", "Category", "Cost", "Currency"],
  readRows({ builder, body, names, asking, amount, date }) {
    const people = names.slice(FIXED).filter(Boolean);
    const person = asking({
      id: "person",
      text: "Which of these people are you?",
      options: people.map((name) => ({ value: name, text: name })),
      proposed: null,
      lines: [],
    });
    const own = person === null ? FIXED : Math.max(FIXED, names.indexOf(person));
    for (const { line, cells } of body) {
      const [day, description, category, cost, currency] = cells.map((cell) => textOf(cell).trim());
      const text = cells.map(textOf).filter(Boolean).join(" · ");
      if (/^(?:total balance|gesamtbilanz|balance total|solde total)$/i.test(description ?? "")) {
        builder.leaveOut(line, "balance", text, "It is a balance or a total.");
        continue;
      }
      const [whole, share] = [amount(cost ?? ""), amount(textOf(cells[own]))];
      const isPayment = isPaymentCategory(category ?? "");
      const value =
        "problem" in whole
          ? whole
          : "problem" in share
            ? share
            : { value: isPayment ? -share.value : share.value > 0 ? share.value - whole.value : share.value };
      builder.add(line, {
        date: date(day ?? ""),
        amount: value,
        description: [description],
        category: isPayment ? "" : (category ?? ""),
        currency: currency ?? "",
        transfer: isPayment,
        text: () => text,
      });
    }
  },
};

const isPaymentCategory = (category: string) =>
  /^(?:payment|zahlung|paiement|pago|pagamento|betaling)$/i.test(category) || isMove(category);
