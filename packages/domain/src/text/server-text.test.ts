import { expect, test } from "vitest";
import { localeOf } from "./locale.ts";
import { serverText } from "./server-text.ts";

test.each([
  ["en-US", "USD", "You are $1,234.50 over $99, and -$5.00."],
  ["de-DE", "USD", "You are 1.234,50\u00a0$ over 99\u00a0$, and -5,00\u00a0$."],
  ["de-DE", "CHF", "You are 1.234,50\u00a0CHF over 99\u00a0CHF, and -5,00\u00a0CHF."],
])("formats the server's amounts for %s in %s", (language, currency, text) => {
  const [amount, whole, negative] =
    currency === "CHF"
      ? ["CHF\u00a01,234.50", "CHF\u00a099", "-CHF\u00a05.00"]
      : ["$1,234.50", "$99", "-$5.00"];
  expect(serverText(`You are ${amount} over ${whole}, and ${negative}.`, currency, localeOf(language))).toBe(
    text,
  );
});
