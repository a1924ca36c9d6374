import { type Currency, DEFAULT_CURRENCY } from "./money.ts";

const EURO_COUNTRIES = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK";

const CURRENCY_BY_COUNTRY = new Map<string, Currency>([
  ["US", "USD"],
  ["GB", "GBP"],
  ["CA", "CAD"],
  ["AU", "AUD"],
  ["JP", "JPY"],
  ...EURO_COUNTRIES.split(" ").map((country): [string, Currency] => [country, "EUR"]),
]);

/** Cities of IANA zones, by the currency paid with there. */
const CITIES: [currency: Currency, area: string, cities: string][] = [
  ["GBP", "Europe", "London Belfast Jersey Guernsey Isle_of_Man Gibraltar"],
  [
    "EUR",
    "Europe",
    "Amsterdam Andorra Athens Berlin Bratislava Brussels Busingen Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta Mariehamn Monaco Paris Podgorica Riga Rome San_Marino Sofia Tallinn Vatican Vienna Vilnius Zagreb",
  ],
  ["EUR", "Atlantic", "Azores Canary Madeira"],
  ["EUR", "Africa", "Ceuta"],
  ["EUR", "Asia", "Nicosia"],
  [
    "CAD",
    "America",
    "Toronto Montreal Vancouver Edmonton Winnipeg Regina Halifax St_Johns Moncton Whitehorse Yellowknife Iqaluit Goose_Bay Glace_Bay Thunder_Bay Inuvik Dawson Dawson_Creek Fort_Nelson Creston Swift_Current Rankin_Inlet Resolute Cambridge_Bay Atikokan Blanc-Sablon",
  ],
  ["JPY", "Asia", "Tokyo"],
  [
    "USD",
    "America",
    "New_York Detroit Chicago Menominee Denver Boise Phoenix Los_Angeles Anchorage Juneau Sitka Nome Yakutat Metlakatla Adak Puerto_Rico Indiana/Indianapolis Kentucky/Louisville",
  ],
  ["USD", "Pacific", "Honolulu Guam"],
];

const CURRENCY_BY_ZONE = new Map<string, Currency>(
  CITIES.flatMap(([currency, area, cities]) =>
    cities.split(" ").map((city): [string, Currency] => [`${area}/${city}`, currency]),
  ),
);

/**
 * The currency that a new user probably pays with. The zone says where they live and decides before the locale:
 * browsers set to American English are common everywhere.
 */
export function likelyCurrency(browserLocale: string, browserZone: string): Currency {
  if (browserZone.startsWith("Australia/")) return "AUD";
  return (
    CURRENCY_BY_ZONE.get(browserZone) ?? CURRENCY_BY_COUNTRY.get(country(browserLocale)) ?? DEFAULT_CURRENCY
  );
}

/** "de" means Germany, as Unicode's likely subtags have it. */
function country(locale: string): string {
  try {
    return new Intl.Locale(locale).maximize().region ?? "";
  } catch {
    return "";
  }
}
