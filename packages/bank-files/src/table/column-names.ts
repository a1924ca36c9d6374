import { isCurrency } from "../text/currency.ts";
import { plain, plainList, remembering } from "../text/plain.ts";

/** The meaning of a column of a bank's table. */
export type Role =
  | "booked"
  | "date"
  | "valued"
  | "otherDate"
  | "amount"
  | "spent"
  | "net"
  | "gross"
  | "out"
  | "in"
  | "balance"
  | "fee"
  | "original"
  | "rate"
  | "direction"
  | "currency"
  | "payee"
  | "sender"
  | "recipient"
  | "text"
  | "type"
  | "notes"
  | "reference"
  | "category"
  | "status"
  | "account"
  | "other";

/** Banks' names for columns, in about thirty languages. A name that is listed twice has its first role. */
const NAMES: readonly (readonly [Role, string])[] = [
  [
    "booked",
    `
    booking date, booked, booking day, posting date, posted date, post date, posted, date posted, posted on, posting,
    date processed, processed date, process date, processed on, entry date, completed date, date completed,
    completed on, finished on, cleared date, buchungstag, buchungsdatum, buchung, datum buchung, buchungs tag,
    eingangstag, gebucht, date comptable, date de comptabilisation, date d operation comptable, comptabilisation,
    date de l ecriture, fecha contable, fecha de registro, f contable, fecha de contabilizacion, data contabile,
    data registrazione, data contabilizzazione, data di registrazione, data contabilistica, data mov, data movimento,
    data do lancamento, data lancamento, data de registo, boekdatum, boekingsdatum, datum boeking, data ksiegowania,
    data zaksiegowania, data ksiegowa, datum zauctovani, datum zauctovania, zauctovano, datum zauctovani transakce,
    konyveles datuma, konyvelesi datum, konyveles napja, konyveles, data contabila, data inregistrarii,
    data procesarii, datum knjizenja, datum knjizbe, bokforingsdag, bokforingsdatum, bokford, reskontradatum,
    bogforingsdato, bogfort, bokforingsdato, bokfort dato, bokfort, kirjauspaiva, kirjauspvm, kirjattu,
    kande kuupaev, kandes datums, iraso data, дата проводки, дата обработки, дата обработки операции, дата платежа,
    дата проведення, дата списания, дата на осчетоводяване, ημερομηνια καταχωρησης, muhasebe tarihi, 記帳日, 計上日,
    記入日, 入账日期, 记账日期, 记账日, 入帳日, 入賬日期, 처리일, ngay hach toan, tanggal posting`,
  ],
  [
    "date",
    `
    date received, date paid, payment date, date, transaction date, trans date, txn date, tran date, transaction day, date of transaction, activity date,
    effective date, purchase date, date of purchase, date time, datetime, timestamp, transaction time, transaction dt,
    settled date, trade date, started date, initiated date, datum, belegdatum, belegtag, umsatzdatum, transaktionsdatum,
    kaufdatum, datum der transaktion, tag, zeitpunkt, durchgefuhrt am, date operation, date de l operation,
    date d operation, date de transaction, date transaction, date d achat, date achat, dateop, fecha,
    fecha operacion, fecha de operacion, fecha de la operacion, f operacion, fecha de transaccion, fecha mov,
    fecha movimiento, fecha de compra, dia, data, data operazione, data dell operazione, data transazione, data acquisto,
    data ora, data op, data da operacao, data operacao, data da transacao, data transacao, data da compra, data compra,
    dt mov, transactiedatum, datum transactie, rentedatum transactie, uitvoeringsdatum, datum uitvoering,
    date d execution, date execution, ausfuhrungsdatum, data operacji, data transakcji, data zlecenia, datum operace, datum transakce,
    datum provedeni, datum pohybu, datum obratu, datum transakcie, datum pohybu na ucte, tranzakcio datuma, tranzakcio idopontja,
    tranzakcio ideje, tranzakcio napja, datum tranzakcio, datum teljesites, data tranzactiei, data tranzactie,
    data operatiunii, datum transakcije, datum prometa, datum valute transakcije, transaktionsdag, kopdatum, inkopsdatum,
    dato, transaksjonsdato, kjopsdato, transaktionsdato, kobsdato, dags, dagsetning, fersludagsetning, paivamaara,
    tapahtumapaiva, maksupaiva, pvm, ostopaiva, kuupaev, tehingu kuupaev, datums, darijuma datums, operacijos data,
    mokejimo data, дата, дата операции, дата и время операции, дата і час операції, дата транзакции, дата операції,
    дата операціі, час операції, дата на транзакцията, дата трансакције, датум, датум трансакције, время, ημερομηνια,
    ημερομηνια συναλλαγης, ημ νια, tarih, islem tarihi, islem tarihi saati, תאריך, תאריך עסקה, תאריך פעולה, תאריך רכישה,
    التاريخ, تاريخ العملية, تاريخ المعاملة, 日付, 取引日, 取扱日, 取引日時, お取引日, 利用日, ご利用日, 年月日, お取り扱い日, 交易日期,
    交易时间, 交易日, 交易時間, 日期, 付款时间, 交易创建时间, 消费日期, 消費日, 交易日期及时间, 거래일시, 거래일자, 거래일, 날짜,
    이용일, 이용일시, 일자, 승인일, ngay, ngay giao dich, ngay gd, thoi gian, tanggal, tanggal transaksi, tgl, tarikh,
    วันที่, วันที่ทำรายการ, วันเวลา, दिनांक, तारीख`,
  ],
  [
    "valued",
    `
    value date, value dt, value, val date, valuation date, value day, valuta, valutadatum, wertstellung, wert, valuta datum,
    wertstellungsdatum, wertstellungstag, valutatag, date valeur, date de valeur, valeur, fecha valor, f valor, fecha de valor,
    data valuta, data di valuta, data valor, data de valor, rentedatum, valutadatum rente, data waluty, datum valuty, valuta den,
    datum splatnosti, erteknap, ertek datum, data valutei, datum valute, valutadag, rentedag, valuteringsdato, rentedato,
    valutadato, rantedag, arvopaiva, korkopaiva, vaartuspaev, vertibas datums, valiutavimo data, дата валютирования,
    дата валютування, вальор, ημερομηνια αξιας, valor, valor tarihi, תאריך ערך, يوم القيمة, 起息日, 起算日`,
  ],
  [
    "otherDate",
    `
    due date, statement date, created date, created at, updated at, date du, date au, from date, to date, period,
    datum von, datum bis, zeitraum, faelligkeit, fallig, date d evaluation, bewertungsdatum, valuation as of, abrechnungsdatum,
    abschlussdatum, faktureringsdatum, created on, target date, start date, end date, date de debut, date de fin, 支払月, 支払日,
    お支払日, 請求月, תאריך חיוב, data scadenza, data vencimento, vencimento, uhrzeit, time, heure, hora, ora, cas, godzina, saat,
    時刻, 时间戳, klokkeslet, tid, kellonaeg, zeitzone, timezone, time zone, reconciled date`,
  ],
  [
    "amount",
    `
    amount, transaction amount, amt, txn amt, value amount, amount in account currency, account currency amount,
    billing amount, billed amount, settlement amount, total, total amount, sum, local amount, amount usd, amount gbp,
    amount eur, native amount, betrag, umsatz, umsatz in eur, betrag in eur, buchungsbetrag, betrag eur, saldoveranderung,
    wert in eur, betrag in kontowahrung, belasteter betrag, montant, montant de l operation, montant en eur, montant net,
    montant en devise du compte, importe, importe eur, importe en eur, importe de la operacion, monto, cantidad,
    importo, importo in euro, importo eur, ammontare, quantia, montante, montante em eur, valor r, valor brl, valor eur,
    valor da operacao, valor movimento, importancia, bedrag, bedrag eur, transactiebedrag, mutatie, mutatiebedrag, kwota,
    kwota operacji, kwota transakcji, kwota w walucie rachunku, kwota w pln, kwota rozliczenia, castka, castka v mene uctu,
    objem, suma, ciastka, ciastka v mene uctu, objem v mene uctu, osszeg, tranzakcio osszege, terhelt osszeg, konyvelt osszeg,
    forgalom, suma tranzactie, valoare, valoare tranzactie, iznos, iznos transakcije, znesek, belopp, transaktionsbelopp,
    belob, belob i dkk, belop, belop i nok, transaksjonsbelop, upphaed, upphaeð, fjarhaed, maara, maara eur, maara euroa, summa,
    summa eur, rahamaara, summa kontovaluutas, darijuma summa, suma eur, сумма, сумма операции в валюте счета,
    сумма в валюте счета, сумма платежа, сумма операции, сумма транзакции, сума, сума операції, сума в валюті картки,
    сума у валюті картки, сума в валюті рахунку, сума у валюті рахунку, износ, износ трансакције, ποσο, ποσο συναλλαγης,
    ποσο σε eur, tutar, islem tutari, miktar, islem tutari tl, סכום, סכום חיוב, סכום העסקה, المبلغ, مبلغ, قيمة, 金額, 取引金額,
    取引額, 入出金額, 入出金額 円, 金额, 交易金额, 金额 元, 发生额, 交易金額, 人民币金额, 入账金额, 记账金额, 금액, 거래금액,
    so tien, so tien giao dich, phat sinh, jumlah, nominal, mutasi, amaun, จำนวนเงิน, राशि, रकम`,
  ],
  [
    "spent",
    `
    cost, charge, charges, charge amount, purchase amount, spent, amount spent, expense amount, ausgabebetrag, depense, costo,
    gasto importe, 利用金額, ご利用金額, ご利用金額 円, 利用額, 支払金額, お支払金額, 支払総額, 消费金额, 消費金額, 이용금액, 승인금액,
    결제금액, 사용금액, harcama tutari, סכום עסקה מקורי`,
  ],
  [
    "net",
    "net, netto, net amount, nettobetrag, netto betrag, montant net, importe neto, importo netto, netto bedrag, netto belob, nettobelopp, kwota netto, нетто",
  ],
  [
    "gross",
    "gross, brutto, gross amount, bruttobetrag, montant brut, brut, bruto, importo lordo, lordo, importe bruto, amount gross, brutto belob, bruttobelopp",
  ],
  [
    "out",
    `
    outflow, outcome, debit, debits, debit amount, amount debit, debit amt, dr amount, amount dr, dr, debits amount, withdrawal, withdrawals,
    withdrawal amount, withdrawal amt, withdrawn, withdrawal dr, withdrawals amount, paid out, money out, out, payments, payment amount,
    amount out, cheques and debits, funds out, outgoing, expense, expenses, soll, belastung, belastungen, lastschrift,
    lastschrift in chf, belastung in chf, ausgang, abgang, ausgabe, ausgaben, soll betrag, betrag soll, belastung chf,
    debit en eur, debit eur, debit euros, montant debit, depenses, sorties, sortie, debitos, debito, debe, cargo, cargos, egreso, egresos, retiro,
    retiros, salidas, gastos, pagos, importe cargo, addebiti, addebito, uscite, uscita, dare, importo addebito, movimenti dare,
    saidas, saida, valor debito, debitos r, af, afschrijving, uitgaven, debet, bedrag af, obciazenia, obciazenie, wydatki, wyplywy,
    ma dat, ma dati, kwota obciazenia, kwota obciazen, debet kwota, vydaje, vydaj, odchozi, castka debet, na vrub, debet suma, odepsano, terheles,
    terhelesek, kiadas, terheles osszege, suma debit, debitare, iesiri, cheltuieli, plati, isplata, isplate, duguje, odliv,
    odlivi, zaduzenje, breme, uttag, utgift, utgifter, ut, udgift, haevet, haevning, ud, ut fra konto, ut av konto, uttektir, debet kr,
    otto, otot, menot, pano otto, veloitus, deebet, valjaminek, debets, izdevumi, debetas, islaidos, расход, расходы, списание,
    списано, дебет, сумма списания, сумма по дебету, витрати, витрата, видатки, списання, дебит, разход, задолжување, исплата,
    дугује, χρεωση, χρεωσεις, χρεωση ευρω, borc, gider, cikan, borc tutari, cekilen, odeme, חובה, בחובה, מדין, مدين, سحب, خصم,
    出金, 出金額, お支払金額, お引出し, 引出, 引出金額, 支払, 支払い, 支払金額 円, 払出金額, お支払い金額, 借方, 借方金額, 支出, 支出金额, 支出金額,
    借方金额, 借方发生额, 付款金额, 支取, 转出金额, 提取, 출금, 출금액, 출금금액, 지출, 찾으신금액, ghi no, so tien ghi no, no, rut ra,
    phat sinh no, debit idr, keluar, debet idr, pengeluaran, ถอน, ถอนเงิน, รายการถอน, เดบิต, नामे, निकासी`,
  ],
  [
    "in",
    `
    cash in, inflow, credit, credits, credit amount, amount credit, credit amt, cr amount, amount cr, cr, deposit, deposits, deposit amount,
    deposit amt, deposited, deposit cr, paid in, money in, in, received, receipts, amount in, funds in, incoming, income, payments in,
    deposits amount, haben, gutschrift, gutschriften, gutschrift in chf, eingang, zugang, einnahme, einnahmen, haben betrag,
    betrag haben, gutschrift chf, credit en eur, credit eur, credit euros, montant credit, recettes, entrees, entree, creditos,
    credito, haber, abono, abonos, ingreso, ingresos, entradas, deposito, depositos, importe abono, accrediti, accredito, entrate,
    entrata, avere, importo accredito, movimenti avere, entrada, valor credito, creditos r, bij, bijschrijving, inkomsten,
    bedrag bij, uznania, uznanie, wplywy, przychody, kwota uznania, kwota uznan, kredyt kwota, prijmy, prijem, prichozi,
    dal, castka kredit, ve prospech, pripsano, jovairas, jovairasok, bevetel, jovairas osszege, suma credit, creditare, intrari, venituri,
    incasari, uplata, uplate, potrazuje, priliv, prilivi, dobro, odobrenje, insattning, insattningar, inkomst, in, indsat, indsaetning,
    ind, inn pa konto, inn, innlegg, pano, panot, tulot, hyvitys, kreedit, sissetulek, kredits, ienakumi, kreditas, pajamos, приход,
    доход, доходы, поступление, поступления, зачисление, зачислено, кредит, сумма зачисления, сумма по кредиту, надходження,
    зарахування, постъпление, одобрение, потражује, уплата, πιστωση, πιστωσεις, πιστωση ευρω, alacak, gelir, giren, alacak tutari,
    yatirilan, זכות, בזכות, זיכוי, دائن, إيداع, ايداع, 入金, 入金額, お預入れ, お預り金額, 預入, 預入金額, お預かり金額, お預り, 貸方, 貸方金額, 收入, 收入金额, 收入金額, 存入金額,
    贷方金额, 贷方发生额, 收款金额, 存入, 转入金额, 입금, 입금액, 입금금액, 수입, 맡기신금액, ghi co, so tien ghi co, co, gui vao, phat sinh co,
    kredit, kredit idr, masuk, pemasukan, ฝาก, ฝากเงิน, รายการฝาก, เครดิต, जमा`,
  ],
  [
    "balance",
    `
    running total, cumulative, balance, running balance, account balance, closing balance, available balance, ledger balance, balance after, balance amount,
    bal, remaining balance, current balance, balance amt, running bal, end balance, saldo, kontostand, saldo nach buchung,
    guthaben, saldo nachher, saldo danach, neuer saldo, kontosaldo, solde, solde apres operation, solde du compte, nouveau solde,
    saldo disponible, saldo disponibile, saldo contabile, saldo progressivo, saldo contable, saldo contabilistico, saldo apos, saldo na mutatie,
    saldo po transakcji, saldo po operacji, saldo rachunku, zustatek, zostatok, stav uctu, zustatek po, egyenleg, konyvelt egyenleg,
    egyenleg a muvelet utan, sold, sold contabil, sold final, stanje, saldo efter, bokfort saldo, behallning, saldo kr, staða, stada,
    saldo jalkeen, saldo tapahtuman jalkeen, jaak, atlikums, likutis, остаток, баланс, остаток на счете, исходящий остаток,
    остаток после операции, залишок, залишок після операції, салдо, наличност, стање, υπολοιπο, λογιστικο υπολοιπο, bakiye,
    son bakiye, kalan bakiye, יתרה, יתרה בש ח, الرصيد, رصيد, 残高, 差引残高, 取引後残高, お取引後残高, 残高 円, 余额, 账户余额, 交易后余额,
    結餘, 餘額, 结余, 本次余额, 잔액, 거래후잔액, 거래 후 잔액, so du, so du cuoi, sisa saldo, baki, คงเหลือ, ยอดคงเหลือ, शेष`,
  ],
  [
    "fee",
    `
    fee, fees, total fees, fee amount, transaction fee, service fee, commission, commission amount, gebuhr, gebuhren, gebuehr, provision, entgelt,
    kosten, frais, frais de commission, commissions, comision, comisiones, gastos de comision, commissione, commissioni, taxa,
    comissao, tarifa, provisie, oplata, prowizja, oplaty, poplatek, poplatok, poplatky, dij, jutalek, koltseg, comision lei,
    provizija, naknada, avgift, gebyr, kulu, palvelumaksu, teenustasu, komisija, komisinis, комиссия, сумма комиссии, комісія,
    сума комісій, сума комісії, такса, προμηθεια, komisyon, masraf, עמלה, رسوم, 手数料, 手续费, 服务费, 手續費, 수수료, phi, biaya`,
  ],
  [
    "original",
    `
    tax amount, vat amount, tip amount, discount, discount amount, cashback amount, reward amount, pending amount, reserved amount,
    authorised amount, authorized amount, original amount, foreign amount, foreign currency amount, amount in foreign currency, transaction currency amount, local currency amount,
    amount in transaction currency, amount foreign currency, foreign spend amount, source amount, original transaction amount, instructed amount,
    original value, fx amount, ursprungsbetrag, originalbetrag, betrag in fremdwahrung, fremdwahrungsbetrag, betrag fremdwahrung,
    fremdwahrung, urspruenglicher betrag, ursprunglicher betrag, betrag in transaktionswahrung, montant initial, montant en devise, montant d origine,
    montant en devises, montant dans la devise d origine, importe original, importe en divisa, importe divisa, importo originale,
    importo in valuta, importo divisa, valor original, valor em moeda estrangeira, valor us, valor em us, oorspronkelijk bedrag,
    kwota oryginalna, kwota w walucie transakcji, kwota w walucie, kwota w walucie operacji, castka originalni, puvodni castka, originalni castka,
    castka v mene transakce, castka v mene, povodna suma, eredeti osszeg, osszeg az eredeti devizanemben, suma originala,
    originalni iznos, ursprungligt belopp, utlandskt belopp, utl belopp, valutabelopp, utlandsk belopp, originalbelopp, valutabelob,
    belob i valuta, oprindeligt belob, belop i valuta, valutabelop, alkuperainen maara, alkuperainen summa, originaalsumma,
    sakotneja summa, сумма операции в валюте операции, сумма в валюте операции, сумма операции с округлением, сумма в валюте, сума в валюті операції,
    сума у валюті операції, сума операції у валюті, оригинална сума, αρχικο ποσο, orijinal tutar, doviz tutari, סכום מקורי, 外貨金額, 現地通貨額, 現地利用額, 外币金额,
    原币金额, 현지금액, 외화금액, jumlah asli, cashback, cash back, сума кешбеку, кэшбэк, rewards, points, bonusy, бонусы, tax, vat, mwst, ust, umsatzsteuer, iva, moms,
    sous montant, einzelbetrag, sub amount, teilbetrag, auslagenersatz, versicherungsbetrag, versand, shipping, tip, trinkgeld, quantity, units, shares, price, kurs wert, anzahl, menge`,
  ],
  [
    "rate",
    `
    rate, exchange rate, fx rate, conversion rate, kurs, wechselkurs, umrechnungskurs, devisenkurs, cours, cours de change, taux, taux de change,
    tipo de cambio, cambio, tasso, tasso di cambio, taxa de cambio, cotacao, koers, wisselkoers, kurs wymiany, kurz, arfolyam, curs, tecaj,
    vaxelkurs, vekselkurs, valutakurs, vaihtokurssi, kurss, kursas, курс, ισοτιμια, kur, שער, 汇率, 換算レート, 환율`,
  ],
  [
    "direction",
    `
    sign, vorzeichen, d c, dc, c d, cd, dr cr, cr dr, dr or cr, debit credit, credit debit, debit or credit, credit or debit, debit credit indicator, credit debit indicator,
    transaction direction, direction, in out, in or out, flow, debit credit flag, soll haben, soll haben kennzeichen, soll haben kz, s h, sh, sollhaben,
    umsatzart kennzeichen, auswirkung auf guthaben, balance impact, sens, debit credit d c, sentido, naturaleza, tipo de movimiento d h, debe haber,
    d h, signo, segno, dare avere, natureza, c d indicador, af bij, bij af, creditdebet, credit debet, debet credit, debetcredit, strona, typ operacji wn ma,
    wn ma, obciazenie uznanie, smer, smer platby, smer uhrady, bevetel kiadas, t j, terheles jovairas, debit credit, insattning uttag, ind ud, inn ut, pano otto, d k, dk, deebet kreedit, debets kredits,
    debetas kreditas, д к, дк, дт кт, дебет кредит, тип, вид операции, приход расход, χρεωση πιστωση, χ π, borc alacak, b a, חובה זכות,
    入出金, 入出金区分, 収支, 入払区分, 收 支, 收支, 收支类型, 收付标志, 借贷, 借贷标志, 借贷方向, 借貸, 资金流向, 입출금, 입출금구분, 거래구분, 입출구분, no co, tipe, jenis db cr, db cr`,
  ],
  [
    "currency",
    `
    currency, currency code, ccy, curr, cur, account currency, transaction currency, wahrung, waehrung, kontowahrung, umsatzwahrung, buchungswahrung, devise,
    monnaie, monn, moneda, divisa, valuta, moeda, munteenheid, muntsoort, muntcode, valutacode, waluta, waluta operacji, mena, mena uctu, devizanem, tranzakcio devizaneme,
    penznem, moneda cont, valuta racuna, valutakod, valutakode, valuutta, valuuta, valiuta, валюта, валюта операции, валюта платежа, валюта счета,
    валюта картки, валюта рахунку, νομισμα, para birimi, doviz, doviz cinsi, מטבע, العملة, 通貨, 币种, 币别, 貨幣, 交易币种, 통화, loai tien, mata uang, สกุลเงิน`,
  ],
  [
    "payee",
    `
    payee, payee name, razao social, favorecido, merchant, merchant name, counterparty, counter party, counterparty name, counter party name, beneficiary, beneficiary name, other party,
    beneficiary ordering party, to from, from to, partner, partner name, name, payer payee, payee payer, name of counterparty, transfer to from, store, shop, vendor, supplier,
    debtor creditor, opposite party, sender recipient, recipient sender, remitter beneficiary, counterparty information, contact, person, company, doctor, merchant description,
    beguenstigter zahlungspflichtiger, begunstigter zahlungspflichtiger, auftraggeber empfanger, auftraggeber begunstigter, auftraggeber zahlungsempfanger,
    empfanger auftraggeber, name zahlungsbeteiligter, name des zahlungsbeteiligten, gegenpartei, gegenkonto name, gegenkontoinhaber, kontrahent, handler, haendler, handlername,
    auftraggeber empfanger name, begunstigter auftraggeber, zahlungspartner, partnername, empfanger zahlungspflichtiger, zahlungspflichtiger zahlungsempfanger, geschaft, unternehmen, name gegenkonto,
    empfanger auftraggeber name, vertragspartner, contrepartie, nom de la contrepartie, nom contrepartie, tiers, affilie, commercant, marchand, enseigne, nom du marchand, nom, nom du tiers,
    tegenpartij, contrapartida, nombre contrapartida, contraparte, comercio, establecimiento, nombre, ordenante beneficiario, beneficiario ordenante, beneficiario u ordenante, nombre del comercio, controparte, nome controparte, esercente, beneficiario ordinante, ordinante beneficiario, nome, descrizione esercente, esercizio,
    nome contraparte, estabelecimento, comerciante, loja, naam tegenpartij, tegenrekeninghouder, tegenrekening naam, naam tegenrekening, naam, naam begunstigde, naam tegenpartij bevat, tegenpartij naam, tenaamstelling tegenrekening,
    begunstigde, winkel, handelaar, kontrahent, nazwa kontrahenta, dane kontrahenta, nadawca odbiorca, odbiorca nadawca, nadawca odbiorca nazwa, nazwa odbiorcy nadawcy, odbiorca zleceniodawca, nazwa nadawcy odbiorcy, sklep, nazwa i adres kontrahenta,
    protistrana, nazev protistrany, nazev protiuctu, nazov protiuctu, nazov protistrany, nazev protistrany uctu, jmeno protistrany, obchodnik, protiucet nazev, nazev obchodnika, protistrana nazov, partner nazov, nazov partnera, meno, jmeno, ucet protistrany nazev, prijemce platce, nazev,
    partner neve, ellenoldal, ellenoldali nev, ellenoldal neve, kereskedo, partner elnevezese, kedvezmenyezett megbizo, beneficiar, beneficiar platitor, nume partener, nume contrapartida, comerciant, partener, partner naziv, naziv, primatelj platitelj, trgovac, naziv primatelja platitelja, nalogodavac primatelj, naziv partnera, prejemnik placnik, udelezenec, naziv prejemnika,
    motpart, namn, mottagare avsandare, handlare, butik, modpart, navn, modtager afsender, forretning, motpart navn, navn motpart, mottaker avsender, forhandler, butikk, saaja maksaja, saaja maksajan nimi, maksaja saaja, nimi, saaja maksaja nimi, vastapuoli, kauppias,
    saaja maksja nimi, saaja maksja, osapool, sanemejs maksatajs, partneris, partnera nosaukums, maksatajs sanemejs, gavejas moketojas, moketojas gavejas, gavejas, pavadinimas, viðtakandi, motadili, nafn,
    контрагент, наименование контрагента, получатель отправитель, отправитель получатель, имя контрагента, мерчант, торговая точка, магазин, корреспондент, наименование корреспондента, плательщик получатель, партньор, получател наредител, наредител получател, наредител, κατονομα, συναλλασσομενος, εμπορος, αντισυμβαλλομενος, επωνυμια, karsi taraf, isyeri, uye isyeri, alici gonderen, karsi hesap unvan, unvan,
    שם בית עסק, שם בית העסק, בית עסק, שם העסק, שם מוטב, اسم التاجر, التاجر, المستفيد, 利用店名, ご利用店名, 利用先, ご利用先, 利用店名 商品名, 取引先, 店名, 振込先, 相手先, お取引先, 加盟店名, 交易对方, 对方户名, 对方名称, 交易對象, 商户名称, 商户, 对手方名称, 收 付方名称, 收款人, 对方姓名, 가맹점, 가맹점명, 이용가맹점, 이용하신곳, 거래처, 보낸분 받는분, 보낸분, 받는분, 의뢰인 수취인, 상대방, 거래상대, nguoi nhan, doi tac, don vi thu huong, ten nguoi nhan, penerima, merchant nama, ร้านค้า, ผู้รับ`,
  ],
  [
    "sender",
    `
    payer, payor, sender, sender name, remitter, ordering party, from, debtor, debtor name, source name, payer name, originator, zahlungspflichtiger, zahlungspflichtige r, zahlungspflichtige, auftraggeber, auftraggeber name, auftraggebername, absender, zahler, einzahler,
    donneur d ordre, expediteur, verzender, lahettaja, expeditor, felado, posiljatelj, 보내는사람, ผู้โอน, emetteur, debiteur, payeur, ordenante, remitente, pagador, ordinante, mittente, debitore, pagante, remetente, ordenador, opdrachtgever, betaler, afzender, nadawca, zleceniodawca, nazwa nadawcy, platnik, nazwa zleceniodawcy, platce, odesilatel, platitel, nazev platce, odosielatel, kuldo, megbizo, fizeto, ordonator, platitor, nume platitor, platitelj, nalogodavac, uplatitelj, placnik, nalogodajalec, avsandare, betalare, afsender, avsender, maksaja, maksajan nimi, maksja, saatja, maksatajs, moketojas, плательщик, отправитель, платник, відправник, наредител, αποστολεας, εντολεας, gonderen, gonderici, odeyen, מעביר, 振込依頼人, 依頼人, 付款人, 付款方, nguoi gui, nguoi chuyen, pengirim`,
  ],
  [
    "recipient",
    `
    recipient, recipient name, receiver, receiver name, to, creditor, creditor name, destination name, beneficiary account name, zahlungsempfanger, zahlungsempfanger in, empfanger, empfangername, empfanger name, begunstigter, zahlungsempfangername, begunstigte, beguenstigter,
    beneficiaire, cimzett, destinatar, vastaanottaja, ผู้รับเงิน, destinataire, creancier, nom du beneficiaire, beneficiario, destinatario, acreedor, nombre beneficiario, creditore, nome beneficiario, favorecido, ontvanger, begunstigde naam, odbiorca, nazwa odbiorcy, beneficjent, prijemce, nazev prijemce, prijemca, kedvezmenyezett, beneficiarul, nume beneficiar, primatelj, primalac, primac, prejemnik, mottagare, betalningsmottagare, modtager, mottaker, saaja, saajan, saajan nimi, maksunsaaja, saaja nimi, saneemejs, sanemejs, gavejo pavadinimas, получатель, одержувач, отримувач, получател, δικαιουχος, παραληπτης, alici, lehdar, מוטב, 受取人, 收款方, 收款人名称, 受取人名, 받는사람, nguoi thu huong, thu huong, penerima dana`,
  ],
  [
    "text",
    `
    description, transaction description, transaction details, details, detail, narration, narrative, particulars, transaction particulars, transaction narrative, memo, statement description, booking text, title, transaction title, item, what, label, text, remarks, transaction remarks, remark, original description, original statement, extended details, appears on your statement as, payment details, reference text, transaction, transaction text,
    beschreibung, buchungstext, umsatztext, verwendungszweck, text, buchungsdetails, vorgang verwendungszweck, zahlungszweck, avisierungstext, umsatzbeschreibung, buchungsinformation, bezeichnung, transaktionsbeschreibung, beschreibung 1, mitteilung, transaktion, buchungstext verwendungszweck, details zur buchung, zahlungsgrund, buchungs details,
    libelle, intitule, libelle de l operation, description de l operation, libelle operation, communication, motif, libelle simplifie, detail de l ecriture, texte de notification, texte, details de la transaction, libelle complet, detail de l operation, designation, nature de l operation, operation,
    concepto, descripcion, descripcion de la operacion, detalle, glosa, movimiento, concepto ampliado, mas datos, detalle de la operacion, concepto movimiento, descripcion del movimiento,
    descrizione, descrizione operazione, descrizione operazioni, descrizione estesa, causale, descrizione completa, operazione, dettagli, descrizione del movimento, dettaglio, causale descrizione, descrizione movimento,
    descricao, descritivo, historico, lancamento, descricao do movimento, descricao da operacao, movimento, titulo, descricao da transacao,
    omschrijving, naam omschrijving, mededeling, mededelingen, omschrijving 1, details van de mutatie, vrije mededeling, transactie omschrijving,
    opis, opis operacji, opis transakcji, tytul, tytul operacji, tytul przelewu, szczegoly, szczegoly transakcji, tytulem, tytul platnosci, opis platnosci,
    popis, popis transakce, popis operace, zprava pro prijemce, poznamka, detaily transakce, zprava, popis transakcie, informacia pre prijemcu, detail transakcie, ucel platby, detail, poznamka pro mne, nazov transakcie, ucel, popis pohybu,
    kozlemeny, leiras, megjegyzes, tranzakcio leirasa, reszletek, tranzakcio reszletei, megnevezes, detalii tranzactie, descriere, detalii, descrierea tranzactiei, explicatii, detalii plata, opis placanja, opis transakcije, svrha, svrha doznake, namen, namen placila, opis prometa, svrha placanja,
    beskrivning, transaktion, rubrik, meddelande, referenstext, transaktionstext, specifikation, information, kontohandelse, beskrivelse, tekst, forklaring, transaktionstekst, posteringstekst, meddelelse, melding, tekst pa kontoutskrift, betalingsinformasjon, bilagstekst, lysing, skyring, texti,
    selite, viesti, kuvaus, tapahtuma, selitys, tapahtuman selite, viesti tai viite, selgitus, kirjeldus, makse selgitus, maksajuma merkis, apraksts, informacija, maksajuma detalas, detalas, darijuma apraksts, mokejimo paskirtis, paskirtis, aprasymas, operacijos aprasymas,
    описание, описание операции, назначение платежа, назначение, детали операции, деталі операції, опис операції, призначення платежу, опис, основание, описание на трансакцията, основание за плащане, пояснение, сврха, сврха плаћања, опис трансакције, содержание операции, комментарий,
    περιγραφη, αιτιολογια, περιγραφη συναλλαγης, αιτιολογια συναλλαγης, aciklama, islem aciklamasi, islem, aciklamalar, תיאור, פרטים, תיאור פעולה, תאור, הפעולה, פרטי פעולה, תיאור התנועה, الوصف, البيان, تفاصيل, وصف,
    摘要, 内容, お取り扱い内容, お取引内容, 取引内容, 取扱内容, 摘要内容, 取引名, 適用, 備考 摘要, ご利用内容, 利用内容, 商品, 商品说明, 商品名称, 交易摘要, 交易说明, 交易描述, 摘要 附言, 用途, 附言, 交易备注, 交易詳情, 交易详情, 描述, 적요, 내용, 거래내용, 기재내용, 거래기록사항, 통장표시내용, 메모 적요, mo ta, dien giai, noi dung, noi dung giao dich, noi dung chi tiet, keterangan, uraian, deskripsi, keterangan transaksi, butiran, รายละเอียด, รายการ, คำอธิบาย, विवरण`,
  ],
  [
    "type",
    `
    type, transaction type, payment type, kind, method, payment method, transaction code, tran type, txn type, booking type, operation type, product, transaction category type, art, umsatzart, umsatztyp, buchungsart, transaktionstyp, bewegungstyp, vorgang, typ, transaktionsart, auftragsart, type d operation, type de transaction, type operation, type, categorie operation, mode de paiement, type de mouvement, tipo, tipo de operacion, tipo de movimiento, tipo operacion, tipo operazione, tipologia, tipo transazione, tipo de operacao, tipo de transacao, tipo movimento, soort, soort mutatie, mutatiesoort, type betaling, betaalwijze, transactiesoort, transactietype, code, rodzaj, typ transakcji, rodzaj transakcji, typ operacji, rodzaj operacji, typ pohybu, typ transakce, druh, typ operace, typ transakcie, druh transakcie, typ platby, tranzakcio tipusa, forgalom tipusa, tipus, tranzakcio jellege, tip tranzactie, tip, tip operatiune, vrsta, vrsta transakcije, vrsta prometa, transaktionstyp, typ av transaktion, transaktionstype, type transaksjon, laji, tapahtumalaji, tyyppi, tehingu liik, tehingu tuup, darijuma veids, darijuma tips, tipas, operacijos tipas, тип операции, вид операции, тип транзакции, тип операції, вид, тип на трансакцията, τυπος, ειδος, islem turu, islem tipi, tur, סוג, סוג פעולה, סוג עסקה, נוע, 支払区分, 区分, 取引区分, 支払方法, 今回回数, 交易类型, 类型, 交易方式, 交易渠道, 업무구분, 거래종류, 거래유형, 구분, loai giao dich, jenis transaksi, jenis, ประเภท`,
  ],
  [
    "notes",
    `
    notes, note, comment, comments, purpose, remittance information, payment reference, personal note, your note, message to recipient, notizen, notiz, kommentar, bemerkung, anmerkung, info, zahlungsreferenz, hinweis, commentaire, commentaires, notas, nota, observaciones, comentario, observacoes, note personali, notities, opmerking, notatki, komentarz, uwagi, notat, anteckning, merknad, muistiinpanot, muistiinpano, заметка, заметки, примечание, комментарии, коментар, нотатка, примітка, σημειωσεις, notlar, not, הערות, ملاحظات, メモ, 備考, 备注, 메모, ghi chu, catatan, หมายเหตุ, 確認事項`,
  ],
  [
    "reference",
    `
    transaction id, transactionid, transaction reference, transaction number, transaction ref, fitid, fit id, reference number, ref no, reference no, reference id, unique id, transaction reference number, journal id, bank reference, chq ref no, id, uid, uuid, external id, confirmation number, bankreferenz, transaktionsreferenz, referenznummer, transaktions id, transaktionsnummer, transaktionscode, umsatz id, transaktions nr, n de transaction, numero de transaction, reference de l operation, id transaction, id de transaccion, numero de operacion, referencia, id transazione, id operazione, numero operazione, identificador, id da transacao, referentie, volgnr, volgnummer, transactiereferentie, numer referencyjny, identyfikator transakcji, numer transakcji, id transakcji, id pohybu, id transakce, id operace, cislo transakce, referencne cislo, id transakcie, tranzakcio azonosito, banki azonosito, megbizas azonosito, tranzakcio szama, referinta, numar referinta, id transakcije, referenca, verifikationsnummer, arkiveringsreferens, arkivreferanse, arkivref, arkistointitunnus, arkistointiviite, arhiveerimistunnus, kande viide, ieraksta numurs, arhiva kods, iraso nr, dokumento nr, id операции, номер операции, код операции, номер транзакции, номер на транзакция, αριθμος συναλλαγης, referans, islem no, dekont no, referans no, fis no, אסמכתא, رقم العملية, 取引番号, 交易单号, 交易订单号, 交易流水号, 流水号, 订单号, 거래번호, ma giao dich, so tham chieu, so but toan, nomor referensi, no referensi`,
  ],
  [
    "category",
    `
    category, categories, subcategory, sub category, spending category, category name, kategorie, kategorien, unterkategorie, hauptkategorie, categorie, sous categorie, categoria, subcategoria, categorias, rubriek, kategoria, podkategoria, kategori, underkategori, kategorija, luokka, kategooria, tranzakcio kategoria, категория, категорія, κατηγορια, קטגוריה, ענף, الفئة, カテゴリ, 分類, 费目, 費目, 大項目, 分类, 交易分类, 类别, 카테고리, 분류, danh muc, kategori transaksi, หมวดหมู่`,
  ],
  [
    "status",
    `
    status, state, transaction status, booking status, payment status, cleared, pending, zustand, buchungsstatus, statut, etat, estado, estado de la operacion, stato, stato operazione, situacao, estado da transacao, situazione, stan, stan transakcji, stav, stav transakce, status transakcji, allapot, statusz, stare, stanje transakcije, tila, olek, seisund, statuss, busena, статус, статус операции, состояние, статус операції, κατασταση, durum, מצב, סטטוס, الحالة, 状態, ステータス, 状态, 交易状态, 当前状态, 상태, 거래상태, 승인상태, 처리결과, 취소여부, trang thai, สถานะ`,
  ],
  [
    "account",
    `
    credit card, debit card, member name, cardholder, cardholder name, account holder, account owner, kontoinhaber, naam rekeninghouder,
    titulaire, titular, intestatario, wallet, account, account name, account number, account no, account id, own account, card, card number, card no, card member, card holder, kontonummer, konto, auftragskonto, iban, kontoname, eigenes konto, bezeichnung auftragskonto, iban auftragskonto, kartennummer, karte, karteninhaber, compte, numero de compte, n de compte, carte, numero de carte, cuenta, numero de cuenta, tarjeta, numero de tarjeta, conto, numero conto, carta, numero carta, conta, cartao, numero do cartao, final do cartao, rekening, rekeningnummer, kaart, rachunek, numer rachunku, numer konta, karta, cislo uctu, ucet, cislo karty, szamlaszam, szamla neve, kartyaszam, cont, numar cont, racun, broj racuna, konto nr, kontonr, kort, kortnummer, tili, tilinumero, kliendi konto, klienta konts, saskaitos nr, номер счета, счет, номер карты, карта, рахунок, картка, сметка, λογαριασμος, hesap, hesap no, kart no, חשבון, מספר חשבון, כרטיס, 口座, 口座番号, カード, 利用者, ご利用者, 账号, 卡号, 交易账号, 계좌번호, 카드번호, 이용카드, so tai khoan, rekening sumber`,
  ],
  [
    "other",
    `
    credit limit, amount due, balance due, minimum payment, address, city, town, state province, country, postcode, zip, location, mcc, check, check number, cheque number, check no, cheque no, chq no, check or slip, bank, branch, branch code, bic, swift, bic swift code, sort code, iban counterparty, counterparty account, counterparty iban, beneficiary account, counter account, contra account, to account, from account, bank code, e mail, email, phone, tags, tag, labels, owner, gegenkonto, gegenkonto iban, kontonummer iban, iban zahlungsbeteiligter, iban empfanger, blz, bankleitzahl, bankname, ort, plz, glaubiger id, glaeubiger id, mandatsreferenz, mandat, kundenreferenz, kundenreferenz end to end, sammlerreferenz, end to end referenz, end to end id, glaubiger identifikationsnummer, compte de la contrepartie, compte beneficiaire, iban contrepartie, tegenrekening, tegenrekeningnummer, iban tegenpartij, tegenpartij rekening, incassant id, machtigingskenmerk, machtigingsnummer, rachunek kontrahenta, numer rachunku nadawcy odbiorcy, rachunek nadawcy, rachunek odbiorcy, numer konta kontrahenta, protiucet, cislo protiuctu, ucet protistrany, ks, vs, ss, variabilni symbol, konstantni symbol, specificky symbol, variabilny symbol, konstantny symbol, specificky symbol, vs ks ss, kod banky, nazev banky, banka, ellenoldali szamlaszam, partner szamlaszama, ellenoldali szamla, cont partener, iban partener, poziv na broj, model, till konto, fran konto, motkonto, avsandarkonto, mottagarkonto, fra konto, til konto, tilinumero saaja, saajan tilinumero, viite, viitenumero, bic tunnus, saaja maksja konto, viitenumber, счет контрагента, бик, инн, бик банка, инн контрагента, ικ, κωδικος, sube, hesap karsi, סניף, 店番, 支店, 对方账号, 对方账户, 交易地点, 交易网点, 对方开户行, 지점, 거래점, 취급점, 은행, 상대계좌, chi nhanh, cabang, reference, payment id, code operation, number, no, nr, line, index, row, sequence, seq no, sr no, s no, sl no, poz, lp, stt, 番号, 序号, 번호, 순번`,
  ],
];

type Name = { role: Role; name: string };

const exact = new Map<string, Role>();
const phrases: Name[] = [];
for (const [role, names] of NAMES) {
  for (const name of plainList(names)) {
    if (exact.has(name)) continue;
    exact.set(name, role);
    phrases.push({ role, name });
  }
}
phrases.sort((a, b) => b.name.length - a.name.length);

/** Scripts without spaces between words. */
const UNSPACED = /[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]/;

export type NamedRole = { role: Role; isExact: boolean };

/** True if the whole name is known. */
export const isKnownName = (heading: string): boolean => exact.has(plain(heading));

/** The unit at the end of a heading, such as "Amount in EUR". */
const UNIT = /[\s_](?:in|en|em)[\s_](?:[A-Z]{3}|\p{Sc}|[A-Z]{1,2}\$|cents?|pence)$/iu;

/** The role of a column by its whole name, or by the longest known phrase in it. */
export const roleOfName = remembering((heading) => (heading.length > 120 ? undefined : findRole(heading)));

function findRole(heading: string): NamedRole | undefined {
  // A currency alone is the heading of amounts. In "Amount (GBP)" and "Betrag in €" it is left out below.
  if (isCurrency(heading.replace(/\$$/, "").trim()) && heading === heading.toUpperCase())
    return { role: "amount", isExact: false };
  const [bare = "", bracketed = ""] = heading.replace(UNIT, "").split(/[([（)\]）]/);
  // "Amount (credit)" has a direction, and "Amount (tip)" is only a part.
  const detail = exact.get(plain(bracketed));
  if (detail === "out" || detail === "in" || detail === "fee" || detail === "original")
    return { role: detail, isExact: true };
  const spelled = plain(heading).replace(/([aou])e/g, "$1");
  for (const candidate of [plain(heading), plain(bare), spelled]) {
    const role = exact.get(candidate);
    if (role) return { role, isExact: true };
  }
  // "Debet/Kredit" names both directions.
  const sides = heading.split("/").map((part) => exact.get(plain(part)));
  if (sides.length === 2 && sides.includes("out") && sides.includes("in"))
    return { role: "direction", isExact: true };
  return (
    phraseRole(plain(UNIT.test(heading) ? bare : heading)) ??
    (spelled === plain(heading) ? undefined : phraseRole(spelled))
  );
}

function phraseRole(name: string): NamedRole | undefined {
  if (name === "" || /^\d+$/.test(name) || name.split(" ").length > 9) return undefined;
  const isUnspaced = UNSPACED.test(name);
  const starts = phrases.find((one) => name.startsWith(`${one.name} `));
  const ends = phrases.find((one) => one.name.length > 2 && name.endsWith(` ${one.name}`));
  const inside = phrases.find(
    (one) =>
      one.name.length > 4 - (isUnspaced ? 3 : 0) &&
      (isUnspaced ? name.includes(one.name) : name.includes(` ${one.name} `)),
  );
  const best = [starts, ends, inside]
    .filter((one) => one !== undefined)
    .reduce<Name | undefined>((a, b) => (a && a.name.length >= b.name.length ? a : b), undefined);
  return best && { role: best.role, isExact: false };
}
