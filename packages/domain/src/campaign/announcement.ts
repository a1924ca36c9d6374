export const PLACEHOLDERS = {
  firstName: "the recipient's first name",
  month: "their last complete month, as in October 2026",
  budgeted: "their planned expenses in it",
  income: "their income",
  spent: "their expenses",
  saved: "income minus expenses",
  percentSpent: "expenses as a percentage of the plan",
  percentSaved: "savings as a percentage of income",
  category1: "the category with the largest expenses",
  category1Amount: "its expenses",
  category1Percent: "its share of all expenses",
  category2: "the second largest",
  category2Amount: "its expenses",
  category2Percent: "its share of all expenses",
  category3: "the third largest",
  category3Amount: "its expenses",
  category3Percent: "its share of all expenses",
} as const;

type Placeholder = keyof typeof PLACEHOLDERS;
export type PlaceholderValues = Record<Placeholder, string>;
type Text = { subject: string; html: string };

/** Includes the spaces inside the braces, since a pattern that excludes them would backtrack. */
const WRITTEN = /\{\{([^{}]*)\}\}/g;

/** The distinct names between double braces, in order, including unknown ones. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(WRITTEN)].map(([, name = ""]) => name.trim())),
];

export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);

export type PlaceholderLinks = { [Name in Placeholder]?: string | undefined };

/** `values` must cover all placeholders of the text. In HTML they are escaped, so that a name such as "<b>" stays text. */
export function fill(
  { subject, html }: Text,
  values: Partial<PlaceholderValues>,
  links: PlaceholderLinks = {},
): Text {
  const filled = (text: string, write: (name: Placeholder) => string) =>
    text.replace(WRITTEN, (written, spaced: string) => {
      const name = spaced.trim();
      return isPlaceholder(name) ? write(name) : written;
    });
  const plain = (name: Placeholder) => escapeHtml(values[name] ?? "");
  const linked = (name: Placeholder) => {
    const href = links[name];
    return href === undefined
      ? plain(name)
      : `<a href="${escapeHtml(href)}" style="color:inherit">${plain(name)}</a>`;
  };
  // A link is never written inside a tag or another link.
  let depth = 0;
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    if (/^<a\b/i.test(part)) depth += 1;
    if (/^<\/a\b/i.test(part)) depth -= 1;
    return filled(part, part.startsWith("<") || depth > 0 ? plain : linked);
  });
  return { subject: filled(subject, (name) => values[name] ?? ""), html: parts.join("") };
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
