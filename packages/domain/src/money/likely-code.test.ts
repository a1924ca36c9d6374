import { expect, test } from "vitest";
import { likelyCurrency } from "./likely-code.ts";

test.each([
  ["en-US", "America/New_York", "USD"],
  ["es-US", "America/Los_Angeles", "USD"],
  ["en-GB", "Europe/London", "GBP"],
  ["en-US", "Europe/London", "GBP"],
  ["en-US", "Europe/Paris", "EUR"],
  ["de", "Europe/Berlin", "EUR"],
  ["pt-PT", "Atlantic/Madeira", "EUR"],
  ["fr-CA", "America/Toronto", "CAD"],
  ["en-CA", "America/New_York", "USD"],
  ["en-AU", "Australia/Perth", "AUD"],
  ["ja", "Asia/Tokyo", "JPY"],
  ["ja", "UTC", "JPY"],
  ["de", "UTC", "EUR"],
  ["en-IN", "Asia/Calcutta", "INR"],
  ["sv", "Etc/UTC", "SEK"],
  ["en-US", "Africa/Casablanca", "USD"],
  ["de-CH", "Europe/Zurich", "CHF"],
  ["pt-BR", "America/Sao_Paulo", "BRL"],
  ["en", "", "USD"],
  ["not a locale", "Mars/Olympus", "USD"],
  ["", "", "USD"],
])("the likely currency of locale %s in %s is %s", (locale, zone, currency) =>
  expect(likelyCurrency(locale, zone)).toBe(currency),
);
