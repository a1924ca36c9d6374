/** Characters that are drawn as nothing, so that a link may hide behind them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters of many scripts carry marks, and a name may end in an emoji: "भारत.भारत", "i❤.ws". */
const DOMAIN = /[\p{L}\p{N}\p{M}\p{S}-][.。]\p{L}\p{M}*\p{L}/u;
const IP_ADDRESS = /(?<![\p{N}.])\p{N}{1,3}(?:[.。]\p{N}{1,3}){3}(?![\p{N}.])/u;
const SCHEME = /:\/\/|www\.|(?<!\p{L})(?:mailto|tel|sms|facetime):\S/u;

/** True if an email program may show a link: "https://…", "www.…", "name.tld", even a missing space after a full stop. */
export function mentionsLink(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  return [SCHEME, DOMAIN, IP_ADDRESS].some((link) => link.test(plain));
}
