/**
 * The American way in mails and whatever a server words; a page sets its reader's (`writeFor`). Dates are "en-GB"
 * where the day comes before the month.
 */
export const locale = { amounts: "en-US", dates: "en-US" };
