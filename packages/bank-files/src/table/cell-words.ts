import { plain, plainList } from "../text/plain.ts";

/** Cells of a direction column. */
const OUT = new Set(
  plainList(`
    d, dr, db, dbit, debit, debits, debet, debe, dare, soll, s, af, out, outflow, outgoing, money out, paid out, expense, expenses,
    withdrawal, withdrawals, withdraw, debited, purchase, purchases, sent, spent, kauf, einkauf, achat, compra, acquisto, zakup, nakup, kop, покупка, ausgang, ausgabe, ausgaben, belastung, lastschrift,
    abgang, auszahlung, debito, debiti, saida, uscita, uscite, gasto, gastos, cargo, cargos, egreso, retiro, depense, sortie, retrait, uttag, ud, ut, udgift, utgift,
    haevning, otto, meno, menot, wydatek, wydatki, obciazenie, obciazenia, wyplyw, wyplata, vydaj, odchozi, odchozi platba, odchadzajuca, debetna, kiadas, terheles,
    t, debetas, debets, deebet, дебет, дт, д, расход, списание, витрата, видаток, списання, дебит, χρεωση, χ, gider, borc, b, cikan, iesire, debitare,
    cheltuiala, cheltuieli, expenditure, spending, depenses, spese, spesa, despesa, despesas, uitgave, uitgaven, utgifter, udgifter, kulu, kulut, vydaje, vydavky, расходы, витрати, разходи, разход, εξοδα, εξοδο, pengeluaran, chi tieu, chi phi, รายจ่าย, rashod, trosak, isplata, odliv, duguje, u breme, 支, 支出, 支付, 付款, 转出, 借, 借方, 借記, 出金, 出, 支払, 引出, 출금, 지급, 지출, 이체출금, chi, ghi no, no, keluar, ถอน, חובה, ח, مدين, سحب, wn, winien`),
);
const IN = new Set(
  plainList(`
    c, cr, crdt, credit, credits, kredit, h, haben, haber, avere, bij, in, inflow, incoming, money in, paid in, income, deposit, deposits,
    credited, received, refund, refunds, erstattung, remboursement, devolucion, rimborso, zwrot, возврат, eingang, einnahme, einnahmen, gutschrift, zugang, einzahlung, credito, crediti, entrada, entrata, entrate, ingreso, ingresos, abono, abonos,
    recette, recettes, revenu, revenus, receita, receitas, renda, inkomsten, inkomster, indtaegter, inntekter, prijmy, venit, venituri, доходы, доходи, приходи, εσοδα, εσοδο, pendapatan, pemasukan, thu nhap, รายรับ, entree, insattning, ind, inn, indtaegt, inntekt, inkomst, pano, tulo, tulot, wplyw, wplywy, wplata, uznanie, uznania, przychod, prijem, prichozi, prichozi platba,
    prichadzajuca, bevetel, jovairas, j, kreditas, kredits, kreedit, k, кредит, кт, к, приход, зачисление, поступление, доход, дохід, надходження, зарахування,
    πιστωση, π, gelir, alacak, a, giren, intrare, creditare, incasare, prihod, uplata, priliv, potrazuje, u dobro, 收, 收入, 収入, 收款, 存入, 转入, 贷, 贷方, 貸方, 貸, 貸記, 入金, 入, 預入, 입금,
    수취, 수입, 이체입금, thu, ghi co, co, masuk, kr, ฝาก, זכות, ז, دائن, إيداع, ايداع, ma`),
);

/** Cells of a direction column for moves within an account. */
const NEITHER = new Set(
  plainList(`
    不计收支, 中性交易, neutral, neither, internal, transfer, umbuchung, перевод, переказ, transferencia, trasferimento, transfert,
    przelew wewnetrzny, prevod, overforing, siirto, 振替, 转账, 이체`),
);

/** Undefined for a cell without a direction. */
export function directionOf(text: string): "in" | "out" | "neither" | undefined {
  const cell = text.trim();
  if (cell === "-" || cell === "−" || cell === "–") return "out";
  if (cell === "+") return "in";
  if (cell === "/") return "neither";
  if (cell.length === 0 || cell.length > 24) return undefined;
  const word = plain(cell);
  if (OUT.has(word)) return "out";
  if (NEITHER.has(word)) return "neither";
  return IN.has(word) ? "in" : undefined;
}

/** Words that have no other meaning. Other words and letters count only if the column has both directions. */
export const isPlainDirection = (text: string): boolean =>
  /^(debit|debet|dbit|dr|credit|kredit|crdt|cr|soll|haben|af|bij|out|in|outflow|inflow|d|c)$/.test(
    plain(text),
  );

/** Prefixes of cells that mark a row as not booked yet. */
const PENDING =
  /^(?:umsatz )?(?:pending|vorgemerkt|reserv|vormerk|noch nicht gebucht|nicht gebucht|ausstehend|offen$|en attente|en cours|a venir|non comptab|pendiente|retenid|retencion|en proceso|in attesa|in sospeso|pendente|non contabilizz|da contabilizzare|em processamento|a lancar|autorizac|autorizzat|in behandeling|gereserveerd|nog niet verwerkt|oczekuj|w realizacji|zablokowan|blokad|nierozliczon|cekajici|cakajuc|nezauct|blokac|ke zpracovani|fuggoben|zarolt|foglalas|konyveletlen|in curs|in asteptare|blocat|na cekanju|rezerv|в обработке|в обработк|холд|hold|held|on hold|authori[sz]|autorisier|заблокирован|авторизац|не проведен|в процессе|очікує|в обробці|заблоковано|чакащ|εκκρεμ|δεσμευ|beklemede|bekliyor|provizyon|askida|forvantad|vantande|preliminar|prel\b|kommande|planerad|venter|ventende|afventer|ikke bogfort|ikke bokfort|under behandling|kommende|odottaa|odottava|varaus|katevaraus|kirjaamaton|ootel|broneer|gaida|laukia|scheduled|geplant|uncleared|unposted|not posted|provisional|processing|in progress|in process|incomplete|upcoming|biekende|בהמתנה|טרם נקלט|ממתין|معلق|قيد|未入账|未入帳|未确认|未確定|速報|処理中|处理中|處理中|待|预授权|代处理|대기|승인대기|미확정|미매입|처리중|dang cho|dang xu ly|menunggu|tertunda|diproses|รอ)/;

/** Prefixes of cells that mark a row whose money did not move or was returned at once. */
const REVERTED =
  /^(?:revert|declin|reject|fail|cancel|void|revers|expired|denied|unsuccess|error|aborted|blocked|abgelehnt|storn|ruckgangig|fehlgeschlagen|widerrufen|nicht ausgefuhrt|abgebrochen|annul|refus|echou|rejete|rechaz|anulad|cancelad|denegad|fallid|rifiut|annullat|respint|stornat|fallit|geweigerd|geannuleerd|mislukt|afgewezen|odrzuc|anulow|nieudan|zamitnut|zrusen|neuspes|neprov|elutasit|visszavon|visszautasit|sikertelen|refuzat|anulat|esuat|odbijen|ponisten|otkazan|отклон|отмен|неуспеш|неуспіш|отказ|возвращ|відхилен|скасован|откан|анулир|ακυρ|απορριφ|iptal|red$|redded|basarisiz|avvis|avbrut|avslag|makuler|misslyck|nekad|afvist|annulleret|mislykket|avbrutt|kansellert|hylat|hylatt|perut|epaonnistu|tagasi lukat|tuhistat|noraidit|atcelt|atmest|atsauk|נדחה|בוטל|מבוטל|ملغ|مرفوض|فشل|交易关闭|已关闭|关闭|失败|已取消|取消|拒绝|已撤销|撤销|エラー|不成立|취소|실패|거절|that bai|bi tu choi|da huy|gagal|batal|ditolak|ยกเลิก|ไม่สำเร็จ)/;

/** Prefixes of cells that mark a booked row; they identify a status column. */
const DONE =
  /^(?:complete|completed|booked|posted|cleared|settled|success|successful|succeeded|ok|done|executed|approved|processed|paid|final|reconciled|umsatz gebucht|gebucht|abgeschlossen|ausgefuhrt|comptabilise|termine|execute|effectue|contabiliz|completad|realizad|ejecutad|liquidad|eseguit|completat|efetivad|concluid|efetuad|uitgevoerd|verwerkt|voltooid|zaksiegowan|wykonan|rozliczon|zrealizowan|zauctovan|proveden|provedeno|konyvelt|teljesitett|teljesult|finalizat|procesat|izvrsen|provedena|bokford|bogfort|bokfort|genomford|udfort|utfort|gennemfort|kirjattu|toteutunut|suoritatud|tehtud|izpildit|ivykdyt|исполнен|выполнен|проведен|успеш|завершен|виконан|проведено|успіш|ολοκληρ|tamamlan|onaylan|gerceklesti|בוצע|مكتمل|交易成功|成功|支付成功|已完成|已入账|已存入零钱|対方已收钱|对方已收钱|已收钱|已转账|已支付|充值完成|提现已到账|確定|承認|완료|정상|승인|thanh cong|berhasil|selesai|สำเร็จ)/;

export type RowState = "pending" | "reverted" | "done";

/** The row's state by the cell of a status column. */
export function stateOf(text: string): RowState | undefined {
  const word = plain(text);
  if (word === "" || word.length > 60) return undefined;
  if (PENDING.test(word)) return "pending";
  if (REVERTED.test(word)) return "reverted";
  return DONE.test(word) ? "done" : undefined;
}

const YES = new Set(
  plainList(
    "y, yes, true, 1, x, ja, j, oui, o, si, s, sim, tak, t, ano, igen, da, kylla, evet, да, так, ναι, はい, 是, 예",
  ),
);
const NO = new Set(
  plainList(
    "n, no, false, 0, nein, nee, non, nao, nie, ne, nem, nu, nej, nei, ei, hayir, нет, ні, не, οχι, いいえ, 否, 아니오",
  ),
);

/** Undefined for a cell that is neither yes nor no. */
export function isYes(text: string): boolean | undefined {
  const word = plain(text);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** Prefixes of texts of rows that are not booked yet, for files without a status column. */
const PENDING_TEXT =
  /^\s{0,3}(?:pending|prel\.?|preliminary|vorgemerkt|reservation|reserveret|reservert|katevaraus)\b\s{0,3}[-:–. ]/i;
export const isPendingText = (text: string): boolean => PENDING_TEXT.test(text);

const OPENING = plainList(`
  open, opening balance, beginning balance, starting balance, balance brought forward, brought forward, balance b f, balance forward, previous balance, initial balance, balance start,
  beginning balance as of, opening balance as of, anfangssaldo, alter saldo, alter kontostand, saldovortrag, kontostand am anfang, vortrag, ubertrag, eroffnungssaldo, anfangsbestand, letzter kontostand, startsaldo, solde initial, solde precedent, ancien solde, solde de depart, solde debut, solde anterieur,
  saldo inicial, saldo anterior, saldo de apertura, saldo iniziale, saldo precedente, saldo inicial do periodo, beginsaldo, vorig saldo, saldo poczatkowe, saldo otwarcia, pocatecni zustatek, pociatocny zostatok, predchozi zustatek, nyito egyenleg, nyitoegyenleg, sold initial, sold precedent, pocetno stanje, prethodno stanje, zacetno stanje, ingaende saldo, ingaende balans, startsaldo, primo saldo, primosaldo, inngaende saldo,
  alkusaldo, algsaldo, algjaak, sakuma atlikums, pradinis likutis, likutis pradziai, входящий остаток, остаток на начало, начальный остаток, вхідний залишок, залишок на початок, начално салдо, предходно салдо, προηγουμενο υπολοιπο, αρχικο υπολοιπο, devreden bakiye, acilis bakiyesi, devir, devreden, יתרת פתיחה, יתרה קודמת, الرصيد الافتتاحي, الرصيد السابق, 期初余额, 上期余额, 前月残高, 前残高, 前期繰越, 繰越残高, 繰越, 承前結餘, 이월잔액, 이월, 전월이월, saldo awal, so du dau ky, ยอดยกมา`);
const CLOSING = plainList(`
  close, closing balance, ending balance, end balance, balance carried forward, carried forward, balance c f, final balance, new balance, current balance, account balance, statement balance, ledger balance, available balance, balance as of, balance at, balance on, total balance, outstanding balance, ending balance as of,
  endsaldo, neuer saldo, neuer kontostand, schlusssaldo, schlussaldo, kontostand, kontostand vom, kontostand am, saldo vom, saldo am, saldo per, tagessaldo, endbestand, aktueller kontostand, aktueller saldo, buchungssaldo, verfugbarer betrag, abschlusssaldo, gesamtsaldo, zwischensaldo, saldo der abgefragten buchungen, solde final, nouveau solde, solde au, solde actuel, solde fin, solde de cloture, solde comptable, solde en euros, solde du compte,
  saldo final, saldo actual, saldo disponible, saldo contable, saldo de cierre, saldo finale, saldo contabile, saldo disponibile, saldo attuale, saldo final do periodo, saldo do dia, saldo dia, saldo atual, saldo contabilistico, saldo em, s a l d o, eindsaldo, nieuw saldo, huidig saldo, saldo koncowe, saldo zamkniecia, saldo dostepne, konecny zustatek, konecny zostatok, aktualni zustatek, zustatek ke dni, zaro egyenleg, zaroegyenleg, aktualis egyenleg, sold final, sold curent, sold disponibil, zavrsno stanje, novo stanje, koncno stanje, utgaende saldo, utgaende balans, slutsaldo, ultimo saldo, utgaende balanse, disponibelt belopp, tillgangligt belopp, loppusaldo, loppsaldo, loppjaak, lopp saldo, beigu atlikums, galutinis likutis, likutis pabaigai,
  исходящий остаток, остаток на конец, конечный остаток, текущий остаток, вихідний залишок, залишок на кінець, крайно салдо, новое сальдо, υπολοιπο, νεο υπολοιπο, τελικο υπολοιπο, kapanis bakiyesi, guncel bakiye, son bakiye, יתרת סגירה, יתרה נוכחית, יתרה סופית, الرصيد الختامي, الرصيد الحالي, 期末余额, 本期余额, 当月残高, 現在残高, 次期繰越, 現在餘額, 결산잔액, 현재잔액, saldo akhir, so du cuoi ky, ยอดคงเหลือยกไป, ยอดยกไป`);
const TOTAL = plainList(`
  total, totals, grand total, sub total, subtotal, sum, total debits, total credits, total debit, total credit, total payments, total charges, total deposits, total withdrawals, number of transactions, transaction count, total amount, summe, gesamt, gesamtsumme, zwischensumme, gesamtbetrag, summe soll, summe haben, summe belastungen, summe gutschriften, total belastungen, total gutschriften, anzahl, total des operations, total debit, total mouvements, nombre d operations, totaux, sous total, total general, totales, total cargos, total abonos, totale, totale entrate, totale uscite, totale addebiti, totale accrediti, totais, total de debitos, total de creditos, totaal, subtotaal, totaal af, totaal bij, razem, suma, suma obciazen, suma uznan, podsumowanie, liczba operacji, celkem, celkovo, suma vydaju, suma prijmu, soucet, suma debetnich, suma kreditnich, spolu, osszesen, osszes terheles, osszes jovairas, ukupno, skupaj, summa, totalt, summa debet, summa kredit, ialt, i alt, sammenlagt, yhteensa, kokku, kaive, kopa, kopsumma, apgrozijums, viso, apyvarta, итого, всего, всего поступило, всего списано, обороты, оборот, итого по дебету, итого по кредиту, разом, всього, общо, синхоло, συνολο, συνολα, toplam, genel toplam, סה כ, المجموع, الإجمالي, 合計, 小計, 総計, お支払金額合計, 今回お支払合計, ご利用合計, 合计, 总计, 本页合计, 收入合计, 支出合计, 總計, 합계, 총계, 소계, tong, tong cong, total debit, jumlah, รวม, รวมทั้งสิ้น`);
/** Single words for a balance that may also begin the name of a shop. */
const ALONE = new Set(
  plainList(
    "saldo, balance, bal, solde, zustatek, zostatok, egyenleg, sold, stanje, остаток, баланс, сальдо, salde, bakiye, 残高, 余额, 餘額, 잔액",
  ),
);

export type SumKind = "opening" | "closing" | "total";

/** The kind of sum that a text names, if only days and numbers follow; undefined for a transaction. */
export function sumKindOf(text: string): SumKind | undefined {
  // The first word decides nearly all texts.
  const [word = ""] = text.trimStart().split(/[^A-Za-z]/, 1);
  if (
    word !== "" &&
    !/[^\p{ASCII}]/u.test(text.slice(0, 60)) &&
    !SUMS.has(word.toLowerCase()) &&
    !ALONE.has(word.toLowerCase())
  )
    return undefined;
  const name = plain(text.slice(0, 120));
  if (name === "") return undefined;
  const [first = ""] = name.split(" ", 1);
  if (ALONE.has(first) && withoutFacts(name) === first) return "closing";
  const start = SUMS.get(first)?.find(({ phrase }) => name === phrase || name.startsWith(`${phrase} `));
  return start && withoutFacts(name.slice(start.phrase.length)) === "" ? start.kind : undefined;
}

/** By the first word, with longer phrases first. */
const SUMS = Map.groupBy(
  [
    ...OPENING.map((phrase) => ({ phrase, kind: "opening" as const })),
    ...CLOSING.map((phrase) => ({ phrase, kind: "closing" as const })),
    ...TOTAL.map((phrase) => ({ phrase, kind: "total" as const })),
  ].sort((a, b) => b.phrase.length - a.phrase.length),
  ({ phrase }) => phrase.split(" ", 1)[0] ?? "",
);

const FACTS = new Set(
  plainList(`
    eur, usd, gbp, chf, sek, nok, dkk, pln, czk, huf, ron, cad, aud, inr, jpy, brl, on, at, as, of, the, vom, am, per, zum, den, von, bis, au, du, al, a, fecha, il, del, dia, do, na, dzien, ke, dni, op, datum, pr, eur eur, in, en, em, r, rs, of period, period, account, konto, kontos, compte, cuenta, conto, a, ао, на, за, к, до, по, г, dzien, euro, euros, kc, kr, ft, zl, utc, cet, und, and, mrt, jan, feb, mar, apr, may, mai, jun, jul, aug, sep, okt, oct, nov, dez, dec, january, february, march, april, june, july, august, september, october, november, december, januar, februar, marz, juni, juli, oktober, dezember`),
);

function withoutFacts(text: string): string {
  return text
    .split(" ")
    .filter((word) => word !== "" && !/^\d+$/.test(word) && !FACTS.has(word))
    .join(" ");
}

/** Words that indicate a direction, for files without other proof. */
const CAME_IN = plainList(`
  payments and credits, salary, payroll, wages, refund, refunded, reversal of fee, cashback, interest paid, interest earned, interest credit, dividend, payment received, thank you, autopay, directpay, payment thank, online payment, direct deposit, deposit from, return, credit voucher, rebate, gehalt, lohn, rente, gutschrift, erstattung, ruckzahlung, ruckerstattung, zinsen gutschrift, zahlungseingang, zahlung erhalten, einzug vormonat, lastschrifteinzug, einzug des rechnungsbetrages, retoure, salaire, virement recu, virement de, remboursement, versement, votre paiement, prelevement automatique recu, prelevement automatique enregistre, nomina, abono de, devolucion, reembolso, pago recibido, su pago, ingreso, stipendio, accredito, rimborso, bonifico a vostro favore, ordenado, salario, reembolso, estorno, inclusao de pagamento, pagamento recebido, pagamento efetuado, salaris, loon, terugbetaling, teruggave, wynagrodzenie, wyplata wynagrodzenia, zwrot, splata karty, mzda, vyplata, vratka, vraceni, munkaber, fizetes beerkezett, visszaterites, jovairas, salariu, rambursare, placa, plata, povrat, lon, aterbetalning, aterkop, inbetalning, loenoverforsel, tilbagebetaling, lonn, tilbakebetaling, innbetaling, palkka, hyvitys, palautus, maksusuoritus, palk, tagastus, alga, atmaksa, darbo uzmokestis, grazinimas, зарплата, заработная плата, возврат, пополнение, зачисление, зарплатня, повернення, поповнення, заплата, възстановяване, μισθοδοσια, επιστροφη, maas, iade, odemeniz icin, משכורת, זיכוי, החזר, راتب, استرداد`);
const CAME_IN_UNSPACED =
  "前回分,給与,給料,賞与,返品,返金,払戻,キャンセル,お支払い,入金,工资,退款,报销,급여,환불,취소".split(",");
const WENT_OUT = plainList(`
  purchase, pos, card payment, card purchase, contactless, direct debit, atm, cash withdrawal, withdrawal, bill payment, debit card, standing order, rent, kartenzahlung, lastschrift, dauerauftrag, miete, geldautomat, bargeldauszahlung, einkauf, girocard, visa debit, paiement carte, paiement par carte, achat cb, carte, prelevement, retrait, loyer, compra, recibo, pago con tarjeta, cajero, alquiler, adeudo, pagamento, addebito, prelievo, affitto, levantamento, betaalautomaat, incasso, geldopname, huur, platnosc karta, zakup, wyplata z bankomatu, przelew wychodzacy, platba kartou, nakup, vyber, vasarlas, keszpenzfelvetel, kupovina, placanje, kortkop, autogiro, uttag, dankort, betalingsservice, varekjop, korttiosto, nosto, kaardimakse, ostmine, pirkums, pirkinys, покупка, оплата, списание, снятие, купівля, покупка, плащане, αγορα, αναληψη, alisveris, harcama, רכישה, משיכה, شراء`);
const WENT_OUT_UNSPACED = "ご利用,購入,消费,扫二维码付款,구매,결제".split(",");

/** The words in a text that indicate a direction. */
export function flowWords(text: string): string {
  const words = ` ${plain(text)} `;
  const phrase = [...CAME_IN, ...WENT_OUT].find((one) => words.includes(` ${one} `));
  return phrase ?? [...CAME_IN_UNSPACED, ...WENT_OUT_UNSPACED].find((one) => words.includes(one)) ?? "";
}

const HOLD =
  /einbehalt|autorisierung|authoriz|authoris|\bhold\b|reserv|retencion|autorizac|autorisation|blocage|blokad|blokac|zarol|foglal|pending|open auth|release|freigabe|in sospeso|bloqueo/;

/** The word in a text for money that a bank holds back. */
export const holdWords = (text: string): string => HOLD.exec(plain(text))?.[0] ?? "";

/** 1 if the text says that money came in, −1 if it went out, 0 if neither. */
export function flowOfText(text: string): -1 | 0 | 1 {
  const words = ` ${plain(text)} `;
  const has = (phrases: readonly string[], unspaced: readonly string[]) =>
    phrases.some((phrase) => words.includes(` ${phrase} `)) || unspaced.some((word) => words.includes(word));
  if (has(CAME_IN, CAME_IN_UNSPACED)) return 1;
  return has(WENT_OUT, WENT_OUT_UNSPACED) ? -1 : 0;
}

/** Placeholders instead of a reference. */
const NO_REFERENCE =
  /^(?:nonref|noref|notprovided|not provided|none|n ?a|null|unknown|unspecified|keine|ohne|0*|9{6,})$/;

/** Empty for a placeholder such as "NOTPROVIDED". */
export function referenceOf(text: string): string {
  const value = text.trim().slice(0, 200);
  return NO_REFERENCE.test(plain(value)) ? "" : value;
}

/** Categories of budget programs for transfers between own accounts. */
const MOVES =
  /^(?:transfers?|transfer ?: .{1,80}|account transfers?|internal transfers?|own transfers?|credit card payments?|card payments?|payment transfer|payments? and transfers?|balance adjustments?|transfer for cash spending|umbuchung(?:en)?|interne umbuchung|virements? internes?|transferencias? internas?|transferencias?|trasferiment[oi]|trasferimento interno|overboeking eigen rekening|transfer wewnetrzny|przelew wewnetrzny|prevod mezi ucty|vlastni prevod|vlastny prevod|own account transfer|перевод между счетами|перевод между своими счетами|переказ між рахунками|kontoeinzug|overforing|overforsel egne konti|siirto|振替|転账|内部转账|이체)$/;
export const isMove = (category: string): boolean => MOVES.test(plain(category));
