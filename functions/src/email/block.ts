import { cleanName } from "@coffer/domain/text/clean-name";

/** Rendered by both html.ts and render.ts, so that the HTML and the plain text of an email cannot differ. */
export type Block =
  /** `href` opens the rows behind the amounts. */
  | { paragraph: string; href?: string }
  | { heading: string }
  /** The mail's main figure; `href` opens the rows behind it. */
  | { figure: string; label: string; detail: string; over: boolean; href: string }
  /** In percent; above 100 it is drawn full. */
  | { bar: number; over: boolean }
  | { rows: Row[] }
  | { button: string; href: string }
  | { quote: string }
  | { note: string };

/** The links open the rows behind the amounts. */
export type Row = {
  label: string;
  detail: string;
  value: string;
  over: boolean;
  href?: string;
  detailHref?: string;
};

export type Template = { subject: string; preview: string; title: string; blocks: Block[]; footer: Footer };

export type Footer = { reason: string; links: { label: string; href: string }[] };

export const row = (label: string, value: string, more: Partial<Row> = {}): Row => ({
  label,
  value,
  detail: "",
  over: false,
  ...more,
});

const ABOUT_YOUR_ACCOUNT: Footer = {
  reason: "You receive this because it is about your Coffer account.",
  links: [],
};

/** A mail that greets its reader by name. Its title is its subject; a text among the blocks is a paragraph. */
export function personal(
  { firstName }: { firstName: string },
  subject: string,
  preview: string,
  blocks: (string | Block)[],
  footer = ABOUT_YOUR_ACCOUNT,
): Template {
  const name = cleanName(firstName);
  const all = [name ? `Hello ${name},` : "Hello,", ...blocks].map((block) =>
    typeof block === "string" ? { paragraph: block } : block,
  );
  return { subject, preview, title: subject, blocks: all, footer };
}

const NAME_MAX = 50;

export const nameInSubject = (name: string, otherwise = "Somebody"): string =>
  cleanName(name, NAME_MAX) || otherwise;

export const nameInText = (name: string): string => cleanName(name) || "Somebody";

export function ledgerInSubject(name: string | null, otherwise: string): string {
  const short = nameInSubject(name ?? "", "");
  return short ? `“${short}”` : otherwise;
}

export function ledgerInText(name: string | null, word: string): string {
  const shown = cleanName(name ?? "");
  return shown ? `the ${word} “${shown}”` : `a ${word}`;
}
