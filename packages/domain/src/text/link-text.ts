/** Invisible characters, which may hide a link. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters of many scripts have marks, and a domain may contain emoji: "भारत.भारत", "i❤.ws". */
const DOMAIN = /[\p{L}\p{N}\p{M}\p{S}-][.。]\p{L}\p{M}*\p{L}/u;
const IP_ADDRESS = /(?<![\p{N}.])\p{N}{1,3}(?:[.。]\p{N}{1,3}){3}(?![\p{N}.])/u;
const SCHEME = /:\/\/|www\.|(?<!\p{L})(?:mailto|tel|sms|facetime):\S/u;

/** True if an email program may turn a part into a link: "https://…", "www.…", "name.tld", even "end.Next". */
export function mentionsLink(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  return [SCHEME, DOMAIN, IP_ADDRESS].some((link) => link.test(plain));
}
