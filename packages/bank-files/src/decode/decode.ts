import { FileRefusal } from "../bank-file.ts";
import { isKnownName } from "../table/column-names.ts";
import { countOf } from "../text/plain.ts";

/** Text with "\n" line ends. `damaged` counts lost characters. */
export type DecodedText = {
  text: string;
  encoding: string;
  damaged: number;
  /** Another encoding that fits nearly as well and gives a different text. */
  doubt?: { encoding: string; text: string };
};

/** Decodes bytes; detects the encoding if it is not given. */
export function decode(bytes: Uint8Array, given?: string): DecodedText {
  const found = given ? { encoding: given } : findEncoding(bytes);
  const text = decodeAs(bytes, found.encoding).replace(/\r\n?/g, "\n");
  if (isBinary(text)) throw new FileRefusal(NO_TEXT);
  const doubt =
    "second" in found && found.second
      ? {
          encoding: found.second,
          text: decodeAs(bytes.subarray(0, 200_000), found.second).replace(/\r\n?/g, "\n"),
        }
      : undefined;
  return {
    text: text.includes("\0") ? text.replaceAll("\0", "") : text,
    encoding: found.encoding,
    damaged: countOf(text, "\uFFFD"),
    ...(doubt && { doubt }),
  };
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (isCodePage(encoding)) return decodeCodePage(bytes, encoding);
  return new TextDecoder(encoding).decode(bytes);
}

type Found = { encoding: string; second?: string | undefined };

function findEncoding(bytes: Uint8Array): Found {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8" };
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le" };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be" };
  const wide = encodingByZeros(bytes);
  if (wide) return { encoding: wide };
  if (isMostlyUtf8(bytes)) return { encoding: "utf-8" };
  refuseBinary(bytes);
  const declared = declaredEncoding(bytes);
  if (declared) return { encoding: declared };
  return byLetters(bytes);
}

/** Text in UTF-16 has a zero in nearly every second byte, or at least in its digits and separators. */
function encodingByZeros(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4_096);
  const zerosAt = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const many = sample.length * 0.15;
  if (odd > many && even < odd / 10) return "utf-16le";
  if (even > many && odd < even / 10) return "utf-16be";
  return undefined;
}

const DECLARED =
  /^\s{0,99}<\?xml[^>]{0,200}encoding\s?=\s?["']([\w-]{1,20})|<meta[^>]{0,200}charset\s?=\s?["']?([\w-]{1,20})|^CHARSET:([\w-]{1,20})$|^ENCODING:([\w-]{1,20})$/im;
/** Declared encodings that are not evidence: exports declare them whatever they contain. */
const VAGUE = /^(?:iso-?8859-1|latin-?1|us-?ascii|usascii|none|utf-?8|unicode|1252|windows-1252|cp1252)$/i;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2_048));
  const [, ...names] = DECLARED.exec(head) ?? [];
  const name = names.find(Boolean) ?? "";
  if (name === "" || VAGUE.test(name)) return undefined;
  const label = /^12\d\d$/.test(name) ? `windows-${name}` : name.replace(/^cp(12\d\d)$/i, "windows-$1");
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return isCodePage(label.toLowerCase()) ? label.toLowerCase() : undefined;
  }
}

/** A few invalid bytes mean a damaged UTF-8 file (a pasted line, a truncated end), not a Western encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const lost = countOf(text, "\uFFFD");
  if (lost === 0) return true;
  let whole = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) whole++;
  // A file truncated within a character has lost only its end.
  const isCutOff = lost === 1 && text.endsWith("\uFFFD") && whole > 1;
  return isCutOff || whole - lost >= lost * 3;
}

type Scored = { encoding: string; score: number; text: string };
/** If the scores of two different texts differ by less, the person is asked. */
const DOUBT = 0.008;

function byLetters(bytes: Uint8Array): Found {
  const sample = linesWithLetters(bytes);
  const scored: Scored[] = [];
  const decoded = new Map<string, { text: string; bonus: number }>();
  for (const { letters, encodings } of ALPHABETS) {
    for (const [rank, encoding] of encodings.entries()) {
      const one = decoded.get(encoding) ?? withBonus(decodeAs(sample, encoding));
      decoded.set(encoding, one);
      // Western files are by far the most common.
      const prior = encoding === "windows-1252" ? 0.02 : -rank * 0.01;
      const score = alphabetScore(one.text, letters) + one.bonus + prior;
      scored.push({ encoding, score, text: one.text });
    }
  }
  for (const { encoding, weightOf } of WIDE) {
    const { text, bonus } = withBonus(decodeAs(sample, encoding));
    scored.push({ encoding, score: wideScore(text, weightOf) + bonus, text });
  }
  const best = scored.reduce((a, b) => (b.score > a.score + 1e-9 ? b : a));
  const rival = scored
    .filter(({ encoding, text }) => encoding !== best.encoding && text !== best.text)
    .reduce<Scored | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  const isDoubtful = rival !== undefined && rival.score > best.score - DOUBT && rival.score > 0.9;
  return { encoding: best.encoding, ...(isDoubtful && { second: rival.encoding }) };
}

const MAX_SAMPLE = 40_000;

/** The first line and all lines with bytes above 127. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < MAX_SAMPLE; ) {
    const next = bytes.indexOf(10, start);
    const end = Math.min(next < 0 ? bytes.length : next + 1, start + MAX_SAMPLE);
    const line = bytes.subarray(start, end);
    if (start === 0 || line.some((byte) => byte > 127)) {
      parts.push(line);
      size += line.length;
    }
    start = end;
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Recognized column names are evidence for the encoding that shows them. */
function withBonus(text: string): { text: string; bonus: number } {
  const cells = text
    .slice(0, 4_000)
    .split(/[\n;,\t|]/, 120)
    .map((cell) => cell.replace(/["']/g, "").trim());
  const names = cells.filter((cell) => /[^\p{ASCII}]/u.test(cell) && isKnownName(cell));
  return { text, bonus: Math.min(0.3, names.length * 0.05) };
}

const NEUTRAL = /[\u00a0€£§°«»„“”‘’–—…·•©®™½²³×±ºª¥№]/;
const LETTER = /\p{L}/u;
const ASCII_LETTER = /[a-z]/i;

/**
 * The share of letters that are in the alphabet, less unlikely combinations: capitals and signs within words, adjacent
 * accented letters, and words in two scripts. A longer alphabet is weaker evidence.
 */
function alphabetScore(text: string, letters: ReadonlySet<string>): number {
  let total = 0;
  let good = 0;
  let odd = 0;
  let pairs = 0;
  const isLatin = [...letters].some((letter) => /\p{Script=Latin}/u.test(letter));
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 128) continue;
    const sign = text.charAt(index);
    const before = text.charAt(index - 1);
    const after = text.charAt(index + 1);
    total++;
    if (letters.has(sign)) good++;
    else if (NEUTRAL.test(sign)) good += LETTER.test(before) && LETTER.test(after) && sign !== "’" ? 0 : 1;
    const isUpper = sign !== sign.toLowerCase();
    if (isUpper && before !== before.toUpperCase()) odd++;
    if (!isUpper && sign !== sign.toUpperCase() && isCapital(before) && isCapital(after)) odd++;
    const isOddPair = isLatin
      ? before.charCodeAt(0) > 127 && LETTER.test(before)
      : ASCII_LETTER.test(before + after);
    if (isOddPair || (!isLatin && letters.has(sign) && !LETTER.test(before) && !LETTER.test(after))) pairs++;
  }
  return total === 0 ? 0 : (good - odd * 0.7 - pairs * 0.5) / total - letters.size * 0.0004;
}

const isCapital = (sign: string) => sign !== "" && sign === sign.toUpperCase() && sign !== sign.toLowerCase();

function wideScore(text: string, weightOf: (code: number, sign: string) => number): number {
  let total = 0;
  let good = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 128) continue;
    total++;
    good += weightOf(code, sign);
    if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) good -= 1;
  }
  return total === 0 ? 0 : good / total;
}

const NO_TEXT = "This file is not text, so there are no transactions to read in it.";

/** Bytes that occur in no text of any single- or double-byte encoding. */
function refuseBinary(bytes: Uint8Array): void {
  const sample = bytes.subarray(0, 65_536);
  const strange = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 26) || byte === 127).length;
  if (strange > 10 && strange > sample.length / 50) throw new FileRefusal(NO_TEXT);
}

/** Text contains no zero bytes or control characters, except a few that may pad it. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 65_536);
  let strange = 0;
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 28) || code === 0xfffd) strange++;
  }
  return strange > 10 && strange > sample.length / 20;
}

/** The letters of a language beyond a to z, and the encodings of its bank files. */
type Alphabet = { letters: ReadonlySet<string>; encodings: readonly string[] };

const of = (letters: string, ...encodings: string[]): Alphabet => ({
  letters: new Set(letters + letters.toUpperCase()),
  encodings,
});

/** On a tie the first alphabet wins, and its first encoding. */
const ALPHABETS: readonly Alphabet[] = [
  of("äöüß", "windows-1252", "macintosh", "cp850"),
  of("àâçèéêëîïôùûüœæÿ", "windows-1252", "macintosh", "cp850"),
  of("áéíóúüñºª", "windows-1252", "macintosh", "cp850"),
  of("àèéìíòóùú", "windows-1252", "macintosh", "cp850"),
  of("áâãàçéêíóôõúº", "windows-1252", "macintosh", "cp850"),
  of("áàäçéèêëíïóòöúùûü", "windows-1252", "macintosh", "cp850"),
  of("åäöéü", "windows-1252", "macintosh", "cp850"),
  of("æøåéäöü", "windows-1252", "macintosh", "cp850"),
  of("ąćęłńóśźż", "windows-1250", "iso-8859-2", "cp852"),
  of("áčďéěíňóřšťúůýž", "windows-1250", "iso-8859-2", "cp852"),
  of("áäčďéíĺľňóôŕšťúýž", "windows-1250", "iso-8859-2", "cp852"),
  of("áéíóöőúüű", "windows-1250", "iso-8859-2", "cp852"),
  of("čćđšž", "windows-1250", "iso-8859-2", "cp852"),
  of("ăâîșțşţ", "windows-1250", "iso-8859-2", "cp852"),
  of("ąčęėįšųūž", "windows-1257", "iso-8859-13", "cp775"),
  of("āčēģīķļņšūž", "windows-1257", "iso-8859-13", "cp775"),
  of("äõöüšž", "windows-1257", "windows-1252", "iso-8859-15", "cp775"),
  of("áðéíóúýþæö", "windows-1252", "cp850"),
  of("çğıöşüİâ", "windows-1254", "cp857"),
  of(
    "абвгдежзийклмнопрстуфхцчшщъыьэюяё№",
    "windows-1251",
    "koi8-r",
    "ibm866",
    "x-mac-cyrillic",
    "iso-8859-5",
  ),
  of("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя№", "windows-1251", "koi8-u", "iso-8859-5"),
  of("абвгдђежзијклљмнњопрстћуфхцчџшѓќѕ", "windows-1251", "iso-8859-5"),
  of("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", "windows-1253", "iso-8859-7", "cp737"),
  of("אבגדהוזחטיךכלםמןנסעףפץצקרשת₪", "windows-1255"),
  of("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ،ـ", "windows-1256", "iso-8859-6"),
  of("กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไๆฯัิีึืฺุู็่้๊๋์ํ๐๑๒๓๔๕๖๗๘๙฿", "windows-874"),
];

/** Frequent signs of Chinese, Japanese and Korean texts, of banks above all. */
const FREQUENT =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔京收付支款账賬帳号號户戶余額额餘余元角币幣类型摘要备備注商店费費存取入出借贷貸方银銀卡券税利息转轉汇匯购購买買卖賣餐饮超市酒电费话费充值提现红包退奖工资资薪";
const JAPANESE =
  "日付取引金額残高摘要内容入出金円店名利用支払振込手数料口座給与返品書店工房商店屋会社株式東京大阪名月年区分回今電気水道料引落普通預";

const FREQUENT_SIGNS: ReadonlySet<string> = new Set(FREQUENT + JAPANESE);

/** Double-byte encodings with the weight of a character as evidence. */
const WIDE: readonly { encoding: string; weightOf: (code: number, sign: string) => number }[] = [
  {
    encoding: "shift_jis",
    weightOf: (code, sign) =>
      code >= 0x3041 && code <= 0x30ff
        ? 1
        : code >= 0xff61 && code <= 0xff9f
          ? 0.45
          : isHan(code)
            ? hanWeight(sign)
            : isWidePunctuation(code)
              ? 0.9
              : 0,
  },
  {
    encoding: "euc-jp",
    weightOf: (code, sign) =>
      code >= 0x3041 && code <= 0x30ff
        ? 1
        : isHan(code)
          ? hanWeight(sign)
          : isWidePunctuation(code)
            ? 0.8
            : 0,
  },
  {
    encoding: "gb18030",
    weightOf: (code, sign) => (isHan(code) ? hanWeight(sign) : isWidePunctuation(code) ? 0.9 : 0),
  },
  {
    encoding: "big5",
    weightOf: (code, sign) => (isHan(code) ? hanWeight(sign) : isWidePunctuation(code) ? 0.8 : 0),
  },
  {
    encoding: "euc-kr",
    weightOf: (code) =>
      code >= 0xac00 && code <= 0xd7a3 ? 1 : isHan(code) ? 0.1 : isWidePunctuation(code) ? 0.5 : 0,
  },
];

const isHan = (code: number) => code >= 0x4e00 && code <= 0x9fff;
const hanWeight = (sign: string) => (FREQUENT_SIGNS.has(sign) ? 1 : 0.55);
const isWidePunctuation = (code: number) =>
  (code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff5e);

/** The upper halves of DOS code pages, which TextDecoder does not support. Old home banking software in Europe uses them. */
const CODE_PAGES = {
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp775:
    "ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00ad±“¾¶§÷„°∙·¹³²■\u00a0",
  cp857:
    "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0",
  cp737:
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0",
} as const;

type CodePage = keyof typeof CODE_PAGES;

const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(CODE_PAGES, encoding);

function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const upper = CODE_PAGES[page];
  let text = "";
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : upper.charAt(byte - 128);
  return text;
}
