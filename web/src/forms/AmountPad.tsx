import { readPadAmount } from "@coffer/domain/money/amount";
import { type Currency, formatMoney } from "@coffer/domain/money/money";
import { useId } from "react";
import { locale } from "../format/locale.ts";
import { Icon } from "../ui/base/Icon.tsx";
import "./AmountPad.css";

const KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "×", "1", "2", "3", "−", ".", "0", "Refund", "+"] as const;
const NAMES: Partial<Record<string, string>> = {
  "⌫": "Delete the last digit",
  "×": "times",
  "−": "minus",
  "+": "plus",
  ".": "decimal point",
};

type Props = {
  /** The typed text, such as "3.20+4"; a minus in front makes it a refund. */
  value: string;
  /** Shown, and recorded, while nothing is typed. */
  usual: string;
  currency: Currency;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function AmountPad({ value, usual, currency, error, onChange }: Props) {
  const id = useId();
  // Without a trailing operator, so that an unfinished sum has a result too.
  const result = readPadAmount(value.replace(/[+−×]$/, ""), currency, locale);
  const isPlain = /^-?\d*\.?\d{0,2}$/.test(value);
  const press = (key: (typeof KEYS)[number]) => {
    navigator.vibrate?.(8);
    onChange(withKey(value, key));
  };
  return (
    <fieldset className="bare-group" aria-describedby={error && `${id}-error`}>
      <legend className="visually-hidden">Amount</legend>
      <output className="pad-amount" data-usual={value === ""} aria-live="polite">
        {value || usual || "0"}
      </output>
      {/* Rendered even when empty, so that no key moves. */}
      <div className="pad-notes">
        <p className="pad-error" id={`${id}-error`}>
          {error}
        </p>
        <output>
          {result.kind === "ok" && !isPlain && `= ${formatMoney(result.amount, currency, locale)}`}
        </output>
      </div>
      <div className="pad">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={NAMES[key]}
            aria-pressed={key === "Refund" ? isRefund(value) : undefined}
            onClick={() => press(key)}
          >
            {key === "⌫" ? <Icon name="backspace" /> : key}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export const isRefund = (amount: string): boolean => /^\s*[-−]/.test(amount);
export const toggleRefund = (amount: string): string =>
  isRefund(amount) ? amount.replace(/[-−]/, "") : `-${amount}`;

function withKey(value: string, key: (typeof KEYS)[number]): string {
  if (key === "⌫") return value.slice(0, -1);
  if (key === "Refund") return toggleRefund(value);
  const isOperator = key === "+" || key === "−" || key === "×";
  // An operator replaces the one before it, and is ignored at the start.
  if (isOperator) return value === "" || value === "-" ? value : value.replace(/[+−×]$/, "") + key;
  const last = value.split(/[+−×]/).at(-1) ?? "";
  return key === "." && last.includes(".") ? value : value + key;
}
