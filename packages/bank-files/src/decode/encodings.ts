/** Letters beyond a to z of the languages that bank files are written in, and the encodings that such files have. */
export type Alphabet = { letters: ReadonlySet<string>; encodings: readonly string[] };

const of = (letters: string, ...encodings: string[]): Alphabet => ({
  letters: new Set(letters + letters.toUpperCase()),
  encodings,
});

/** On a tie the first alphabet wins, and its first encoding. */
export const ALPHABETS: readonly Alphabet[] = [
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

export const FREQUENT_SIGNS: ReadonlySet<string> = new Set(FREQUENT + JAPANESE);

/** Double-byte encodings, with their frequent characters. */
export const WIDE: readonly { encoding: string; weightOf: (code: number, sign: string) => number }[] = [
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

/** The upper halves of DOS code pages, which TextDecoder does not know. Old home banking of central Europe writes them. */
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

export const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(CODE_PAGES, encoding);

export function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const upper = CODE_PAGES[page];
  let text = "";
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : upper.charAt(byte - 128);
  return text;
}
