/** Characters that fonts draw as nothing, so that readers and mail programs see the text without them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** True where a mailbox makes a link of it: "https://…", "www.…", "name.tld", a missing space after a full stop. */
export function mentionsLink(text: string): boolean {
  const plain = text.normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  return plain.includes("://") || plain.includes("www.") || /[\p{L}\p{N}][.。]\p{L}\p{L}/u.test(plain);
}
