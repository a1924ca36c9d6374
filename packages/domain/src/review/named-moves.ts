import { foldedWords } from "../text/folded.ts";
import type { Transaction } from "../transaction/transaction.ts";

const CASH =
  /\b(?:atm|cash (?:withdrawal|machine)|cashpoint|geldautomat|bargeld(?:auszahlung)?|bankomat\p{L}*|retrait (?:dab|especes)|cajero|retiro (?:de )?efectivo|reintegro|prelievo|levantamento|geldautomaat|geldopname|uttak|wyplata|vyber hotovosti)\b|引き?出し|取款|현금 ?인출/u;
const OWN =
  /\b(?:(?:own|internal) transfer|transfer (?:to|from) (?:my |own )?(?:savings|current|checking)|umbuchung|eigenubertrag|virement interne|traspaso|giroconto|credit card payment|(?:card )?payment(?: received)? thank you|kreditkartenabrechnung)\b/u;

/**
 * Recognizes rows by words that rarely name a purchase: cash withdrawn, or money moved to another own account. The other
 * half need not be in the budget.
 */
export function namedMove({
  description,
  type,
  refund,
}: Pick<Transaction, "description" | "type" | "refund">): "cash" | "own" | undefined {
  const text = foldedWords(description);
  if (type === "expense" && !refund && CASH.test(text)) return "cash";
  return OWN.test(text) ? "own" : undefined;
}
