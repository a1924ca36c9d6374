import { type Currency, DEFAULT_CURRENCY, isCurrency } from "./money.ts";

const COUNTRIES = [
  "USD US",
  "EUR AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK",
  ..."GBP GB,CAD CA,AUD AU,JPY JP,CHF CH LI,SEK SE,NOK NO,DKK DK,PLN PL,CZK CZ,HUF HU,RON RO,TRY TR".split(
    ",",
  ),
  ..."UAH UA,INR IN,CNY CN,HKD HK,SGD SG,KRW KR,TWD TW,AED AE,KWD KW,ILS IL,BRL BR,MXN MX".split(","),
  ..."NZD NZ,ZAR ZA".split(","),
];

/** Currency, then the area and cities of IANA time zones that use it. */
const CITIES = [
  "GBP Europe London Belfast Jersey Guernsey Isle_of_Man Gibraltar",
  "EUR Europe Amsterdam Andorra Athens Berlin Bratislava Brussels Busingen Dublin Helsinki Lisbon Ljubljana Luxembourg Madrid Malta Mariehamn Monaco Paris Podgorica Riga Rome San_Marino Sofia Tallinn Vatican Vienna Vilnius Zagreb",
  "EUR Atlantic Azores Canary Madeira",
  "EUR Africa Ceuta",
  "EUR Asia Nicosia",
  "CHF Europe Zurich Vaduz",
  "SEK Europe Stockholm",
  "NOK Europe Oslo",
  "DKK Europe Copenhagen",
  "PLN Europe Warsaw",
  "CZK Europe Prague",
  "HUF Europe Budapest",
  "RON Europe Bucharest",
  "TRY Europe Istanbul",
  "UAH Europe Kyiv Kiev",
  "INR Asia Kolkata Calcutta",
  "CNY Asia Shanghai",
  "HKD Asia Hong_Kong",
  "SGD Asia Singapore",
  "KRW Asia Seoul",
  "TWD Asia Taipei",
  "AED Asia Dubai",
  "KWD Asia Kuwait",
  "ILS Asia Jerusalem",
  "JPY Asia Tokyo",
  "BRL America Sao_Paulo",
  "MXN America Mexico_City",
  "CAD America Toronto Montreal Vancouver Edmonton Winnipeg Regina Halifax St_Johns Moncton Whitehorse Yellowknife Iqaluit Goose_Bay Glace_Bay Thunder_Bay Inuvik Dawson Dawson_Creek Fort_Nelson Creston Swift_Current Rankin_Inlet Resolute Cambridge_Bay Atikokan Blanc-Sablon",
  "USD America New_York Detroit Chicago Menominee Denver Boise Phoenix Los_Angeles Anchorage Juneau Sitka Nome Yakutat Metlakatla Adak Puerto_Rico Indiana/Indianapolis Kentucky/Louisville",
  "USD Pacific Honolulu Guam",
  "NZD Pacific Auckland",
  "ZAR Africa Johannesburg",
];

/** Tries the time zone before the locale, since browsers set to American English are common everywhere. */
export function likelyCode(browserLocale: string, browserZone: string): string | undefined {
  const [area = "", ...city] = browserZone.split("/");
  return area === "Australia" ? "AUD" : (ofCity(area, city.join("/")) ?? ofCountry(browserLocale));
}

function ofCity(area: string, city: string): string | undefined {
  const rows = CITIES.map((text) => text.split(" "));
  return rows.find(([, within, ...cities]) => within === area && cities.includes(city))?.[0];
}

/** A language without a country implies one (Unicode's likely subtags): "de" is Germany. */
function ofCountry(locale: string): string | undefined {
  try {
    const { region = "" } = new Intl.Locale(locale).maximize();
    const rows = COUNTRIES.map((text) => text.split(" "));
    return rows.find(([, ...countries]) => countries.includes(region))?.[0];
  } catch {
    return undefined;
  }
}

export function likelyCurrency(browserLocale: string, browserZone: string): Currency {
  const likely = likelyCode(browserLocale, browserZone);
  return likely !== undefined && isCurrency(likely) ? likely : DEFAULT_CURRENCY;
}
