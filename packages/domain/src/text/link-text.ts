/**
 * True where a mailbox would make a link of a part of the text: "https://…", "www.…", "name.tld". It takes a missing
 * space after a full stop for one as well.
 */
export function mentionsLink(text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  return plain.includes("://") || plain.includes("www.") || /[\p{L}\p{N}][.。]\p{L}\p{L}/u.test(plain);
}
