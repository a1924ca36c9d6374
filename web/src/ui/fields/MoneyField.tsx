import { amountText, readAmount } from "@coffer/domain/money/amount";
import { type Currency, formatMoney, symbolOf, ZERO } from "@coffer/domain/money/money";
import { type ComponentProps, type FocusEvent, useState } from "react";
import { locale } from "../../format/locale.ts";
import { TextField } from "../base/TextField.tsx";
import "./MoneyField.css";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "before" | "onInput"> & { currency: Currency };

/**
 * The value is the typed text, and after blur the parsed amount. The result of a text such as "12+3" is shown while it is
 * typed.
 */
export function MoneyField({ currency, onBlur, hint, ...field }: Props) {
  const symbol = symbolOf(currency, locale);
  const [typed, setTyped] = useState("");
  const understood = /[^\d.\s]/.test(typed) ? readAmount(typed, currency, locale) : undefined;
  const showUnderstood = (event: FocusEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const reading = readAmount(field.value, currency, locale);
    if (reading.kind === "ok") field.value = amountText(reading.amount, currency, locale);
    setTyped("");
    onBlur?.(event);
  };
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      placeholder={amountText(ZERO, currency, locale)}
      {...field}
      hint={
        understood?.kind === "ok" ? `Recorded as ${formatMoney(understood.amount, currency, locale)}` : hint
      }
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={showUnderstood}
      before={
        <span className="input-prefix" data-wide={symbol.length > 1} aria-hidden>
          {symbol}
        </span>
      }
    />
  );
}
