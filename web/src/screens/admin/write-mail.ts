/** What no mail may carry, or what would be asked for over the network: left out with all that is in it. */
const REFUSED =
  "script, style, link, meta, base, title, noscript, template, iframe, object, embed, svg, math, video, audio, form, input, button, select, textarea";
/** Attributes that run, fetch or lead somewhere. Links are shown, and lead nowhere. */
const STRIPPED = /^(on.*|href|src|srcset|background|ping|action|formaction|xlink:href|id|class|name)$/i;

const PAGE_STYLE =
  "margin: 0; padding: 24px; background: #fffefb; color: #1b201e; color-scheme: light; overflow-wrap: anywhere; font: 16px/24px -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const LINK_STYLE = "color: #0f5a49; text-decoration: underline;";

/**
 * Writes a mail's HTML into an empty page. Our content security policy allows no style attributes, so each
 * element's style is taken off its text and given back through the element itself.
 */
export function writeMail(page: Document, html: string) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const refused of body.querySelectorAll(REFUSED)) refused.remove();
  const styles: string[] = [];
  for (const element of body.querySelectorAll("*")) {
    const style = element.getAttribute("style") ?? "";
    styles.push(element.localName === "a" ? `${LINK_STYLE} ${style}` : style);
    if (element.localName === "img") element.replaceWith(picture(element));
    for (const { name } of [...element.attributes]) {
      if (name === "style" || STRIPPED.test(name)) element.removeAttribute(name);
    }
  }
  page.body.replaceChildren(...[...body.childNodes].map((node) => page.importNode(node, true)));
  page.body.style.cssText = PAGE_STYLE;
  for (const [index, element] of page.body.querySelectorAll<HTMLElement>("*").entries()) {
    const style = styles[index];
    if (style) element.style.cssText = style.replace(/url\([^)]*\)/gi, "none");
  }
}

/** Pictures come from elsewhere, and the page fetches nothing from elsewhere: their text stands in. */
function picture(image: Element): Element {
  const stand = image.ownerDocument.createElement("em");
  stand.textContent = `[${image.getAttribute("alt") || "Picture"}]`;
  return stand;
}
