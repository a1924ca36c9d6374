import sanitize from "sanitize-html";

const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "p", "br", "hr", "div", "span", "blockquote", "pre", "center"],
    ...["a", "img", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "font"],
    ...["ul", "ol", "li", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption"],
  ],
  allowedAttributes: {
    "*": ["style", "align", "dir", "lang", "title"],
    a: ["href"],
    img: ["src", "alt", "width", "height"],
    font: ["color", "size", "face"],
    table: ["width", "border", "cellpadding", "cellspacing", "bgcolor", "role"],
    td: ["width", "height", "valign", "colspan", "rowspan", "bgcolor"],
    th: ["width", "height", "valign", "colspan", "rowspan", "bgcolor", "scope"],
    tr: ["bgcolor", "valign"],
    ol: ["start", "type"],
  },
  allowedSchemes: ["https", "http", "mailto"],
  allowProtocolRelative: false,
  allowedStyles: {
    "*": Object.fromEntries(
      [
        ...["color", "background", "background-color", "border", "border-radius", "border-collapse"],
        ...["font", "font-family", "font-size", "font-style", "font-weight", "line-height", "letter-spacing"],
        ...["text-align", "text-decoration", "vertical-align", "white-space"],
        ...["display", "width", "max-width"],
        ...["margin", "margin-top", "margin-right", "margin-bottom", "margin-left"],
        ...["padding", "padding-top", "padding-right", "padding-bottom", "padding-left"],
      ].map((property) => [property, [/^[^()\\<>{}:;@]*(?:(?<=rgba?)\([\d\s.,%/]*\)[^()\\<>{}:;@]*)?$/i]]),
    ),
  },
};

export const sanitizeMail = (html: string): string => sanitize(html, ALLOWED);

export function textOf(html: string): string {
  const written = html
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, "$2 ($1)")
    .replace(/\s+/g, " ")
    .replace(/<(br|hr)\b[^>]*>/gi, "\n")
    .replace(/<li\b[^>]*>/gi, "\n- ")
    .replace(/<\/(td|th)>/gi, "  ")
    .replace(/<\/tr>/gi, "\n")
    .replace(/<\/?(p|h[1-4]|div|ul|ol|table|blockquote|pre|center)\b[^>]*>/gi, "\n\n");
  return withoutEntities(sanitize(written, { allowedTags: [], allowedAttributes: {} }))
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};
const withoutEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|nbsp|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
