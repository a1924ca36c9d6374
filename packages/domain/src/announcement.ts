/** The placeholders that an administrator's mail may hold, written "{{name}}", with what each stands for. */
export const PLACEHOLDERS = {
  firstName: "the recipient's first name",
  month: "their last complete month, as in October 2026",
  budgeted: "what they planned to spend in it",
  income: "their income",
  spent: "their expenses",
  saved: "income minus expenses",
  percentSpent: "expenses as a percentage of the plan",
  percentSaved: "what was saved as a percentage of income",
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

/** The spaces within the braces are part of what it finds: a pattern that left them out would have to go back over them. */
const WRITTEN = /\{\{([^{}]*)\}\}/g;

/** The names between double braces, each once, in order, whether or not they are placeholders. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(WRITTEN)].map(([, name = ""]) => name.trim()))];
}

export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

/** In HTML the values are escaped, so that a name such as "<b>" stays text. */
export function fill({ subject, html }: Text, values: PlaceholderValues): Text {
  const filled = (text: string, write: (value: string) => string) =>
    text.replace(WRITTEN, (written, spaced: string) => {
      const name = spaced.trim();
      return isPlaceholder(name) ? write(values[name]) : written;
    });
  return { subject: filled(subject, (value) => value), html: filled(html, escapeHtml) };
}

/** Safe between tags and within quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
