const ENTITIES = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    euro: "€",
    pound: "£",
    yen: "¥",
    copy: "©",
    auml: "ä",
    ouml: "ö",
    uuml: "ü",
    Auml: "Ä",
    Ouml: "Ö",
    Uuml: "Ü",
    szlig: "ß",
    eacute: "é",
    egrave: "è",
    ecirc: "ê",
    agrave: "à",
    aacute: "á",
    acirc: "â",
    atilde: "ã",
    ccedil: "ç",
    iacute: "í",
    icirc: "î",
    ntilde: "ñ",
    oacute: "ó",
    ocirc: "ô",
    otilde: "õ",
    uacute: "ú",
    ugrave: "ù",
    ucirc: "û",
    aring: "å",
    aelig: "æ",
    oslash: "ø",
    Aring: "Å",
    AElig: "Æ",
    Oslash: "Ø",
    Eacute: "É",
    Egrave: "È",
    Ccedil: "Ç",
    Ntilde: "Ñ",
    Oacute: "Ó",
    Aacute: "Á",
    Iacute: "Í",
    Uacute: "Ú",
    Agrave: "À",
    ndash: "–",
    mdash: "—",
    middot: "·",
    laquo: "«",
    raquo: "»",
    ordm: "º",
    ordf: "ª",
    deg: "°",
    rsquo: "’",
    lsquo: "‘",
    ldquo: "“",
    rdquo: "”",
    hellip: "…",
  }),
);

/** Decodes XML and HTML entities twice, since some banks encode them twice. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  const once = (encoded: string) =>
    encoded.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return ENTITIES.get(String(name)) ?? ENTITIES.get(String(name).toLowerCase()) ?? whole;
    });
  return once(once(text));
}
