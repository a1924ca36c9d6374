import { cleanName } from "@coffer/domain/text/clean-name";

/** Rendered by both html.ts and text.ts, so that the HTML and the plain text of an email cannot differ. */
export type Block =
  /** `href` opens what its amounts are made of. */
  | { paragraph: string; href?: string }
  | { heading: string }
  /** One number that matters more than the rest; `href` opens what it is made of. */
  | { figure: string; label: string; detail: string; over: boolean; href: string }
  /** In percent; above 100 it is drawn full. */
  | { bar: number; over: boolean }
  | { rows: Row[] }
  | { button: string; href: string }
  | { quote: string }
  | { note: string };

/** The addresses open what the amounts are made of. */
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

/** A mail to a person by name, whose title is its subject; a text among the blocks is a paragraph. */
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
