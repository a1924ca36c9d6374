/** American on servers; a page sets its reader's (`writeFor`), and so does an email while it is written (`writtenFor`). `dates` is "en-GB" for day before month. */
export const locale = { amounts: "en-US", dates: "en-US" };
