/** An integer number of cents; undefined for any other text. */
export const centsOf = (digits: string): number | undefined =>
  /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;

/** "260203" as 2026-02-03. */
export const isoDay = (yymmdd: string): string =>
  `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;

/** "030226" as 2026-02-03. */
export const isoDayOfDmy = (ddmmyy: string): string =>
  `20${ddmmyy.slice(4, 6)}-${ddmmyy.slice(2, 4)}-${ddmmyy.slice(0, 2)}`;

/** ISO 4217's numbers of the currencies that such files name by number. */
const NUMBERS: Readonly<Record<string, string>> = {
  "203": "CZK",
  "348": "HUF",
  "703": "SKK",
  "756": "CHF",
  "826": "GBP",
  "840": "USD",
  "941": "RSD",
  "946": "RON",
  "975": "BGN",
  "978": "EUR",
  "985": "PLN",
  "643": "RUB",
  "752": "SEK",
  "578": "NOK",
  "208": "DKK",
  "124": "CAD",
  "036": "AUD",
  "392": "JPY",
};

export const currencyOfNumber = (number: string): string => NUMBERS[number.slice(-3)] ?? "";
