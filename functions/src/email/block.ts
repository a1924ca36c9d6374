/**
 * A part of a mail. Templates are lists of these, so that the HTML and the plain text of a mail cannot say
 * different things: `html.ts` and `text.ts` render the same list.
 */
export type Block =
  | { paragraph: string }
  | { heading: string }
  /** One number that matters more than the rest. */
  | { figure: string; label: string; detail: string; over: boolean }
  /** How much of something is used, in percent; more than 100 is drawn full. */
  | { bar: number; over: boolean }
  | { rows: Row[] }
  | { button: string; href: string }
  | { quote: string }
  /** Small print. */
  | { note: string };

/** A line of a list: `value` stands at its end, in a warning colour when `over`; `detail` is small print. */
export type Row = { label: string; detail: string; value: string; over: boolean };

/** What a template gives: `preview` is what mailboxes show beside the subject. */
export type Template = { subject: string; preview: string; title: string; blocks: Block[]; footer: Footer };

/** Why the mail came, and for bulk mail how to end it. */
export type Footer = { reason: string; links: { label: string; href: string }[] };

/** A row without a detail and within its bounds, but for what `more` says. */
export const row = (label: string, value: string, more: Partial<Row> = {}): Row => ({
  label,
  value,
  detail: "",
  over: false,
  ...more,
});
