import { amountText, readAmount } from "@coffer/domain/money/amount";
import { type Currency, symbolOf } from "@coffer/domain/money/money";
import type { ComponentProps, FocusEvent } from "react";
import { TextField } from "../base/TextField.tsx";
import "./MoneyField.css";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "before"> & { currency: Currency };

/** Its value is what was typed; when it is left, the amount that this is understood as. */
export function MoneyField({ currency, onBlur, ...field }: Props) {
  const symbol = symbolOf(currency);
  const showUnderstood = (event: FocusEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const reading = readAmount(field.value, currency);
    if (reading.kind === "ok") field.value = amountText(reading.amount, currency);
    onBlur?.(event);
  };
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      placeholder={currency === "JPY" ? "0" : "0.00"}
      {...field}
      onBlur={showUnderstood}
      before={
        <span className="input-prefix" data-wide={symbol.length > 1} aria-hidden>
          {symbol}
        </span>
      }
    />
  );
}
