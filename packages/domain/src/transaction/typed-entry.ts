import { readAmount } from "../money/amount.ts";
import { type Cents, type Currency, cents } from "../money/money.ts";
import { addDays, type Day, WEEKDAY_NAMES, weekday } from "../time/day.ts";

type TypedEntry = { description: string; amount: Cents; date: Day; refund: boolean };

/** "12.50 coffee yesterday", "coffee 12,50 fri": a weekday is the latest one, today included. */
export function readEntry(line: string, today: Day, currency: Currency): TypedEntry | undefined {
  const words = line.trim().split(/\s+/);
  const at = words.findLastIndex((word) => dayOf(word, today) !== undefined);
  const isDated = at === 0 || at === words.length - 1;
  const date = (isDated ? dayOf(words[at] ?? "", today) : undefined) ?? today;
  const rest = isDated ? words.toSpliced(at, 1) : words;
  for (const index of [0, rest.length - 1]) {
    const amount = amountOf(rest[index] ?? "", currency);
    const description = rest.toSpliced(index, 1).join(" ");
    if (amount !== undefined && description !== "")
      return { description, amount: cents(Math.abs(amount)), date, refund: amount < 0 };
  }
  return undefined;
}

/** A word with a digit in it, so that no name is taken for one; never zero. */
function amountOf(word: string, currency: Currency): Cents | undefined {
  const reading = /\d/.test(word) ? readAmount(word, currency) : undefined;
  return reading?.kind === "ok" && reading.amount !== 0 ? reading.amount : undefined;
}

function dayOf(word: string, today: Day): Day | undefined {
  const lower = word.toLowerCase();
  if (lower === "today") return today;
  if (lower === "yesterday") return addDays(today, -1);
  if (lower.length < 3) return undefined;
  const index = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(lower));
  return index < 0 ? undefined : addDays(today, -((weekday(today) - index + 7) % 7));
}
