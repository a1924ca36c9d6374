/** American in emails and on servers; a page sets its reader's (`writeFor`). `dates` is "en-GB" for day before month. */
export const locale = { amounts: "en-US", dates: "en-US" };
