/** Characters that are drawn as nothing, so that a link may hide behind them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** True if an email program may show a link: "https://…", "www.…", "name.tld", even a missing space after a full stop. */
export function mentionsLink(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  return plain.includes("://") || plain.includes("www.") || /[\p{L}\p{N}][.。]\p{L}\p{L}/u.test(plain);
}
