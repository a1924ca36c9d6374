/** American in mails and on servers; a page sets its reader's (`writeFor`). "en-GB" where the day is before the month. */
export const locale = { amounts: "en-US", dates: "en-US" };
