import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { FileRefusal } from "../bank-file.ts";

/** Refuses documents that declare their own entities. */
export function parseDocument(text: string): XmlElement {
  if (/<!ENTITY/i.test(text.slice(0, 20_000)))
    throw new FileRefusal(
      "This XML file declares its own entities, which no bank's file does, so it is not read.",
    );
  checkDepth(text);
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, "").trimStart(), {
      includeOffsets: true,
      ignoreUndefinedEntities: true,
    });
    if (root) return root;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof XmlError)) throw error;
    const [, rootName = ""] =
      /<([A-Za-z][\w.:-]{0,60})/.exec(text.slice(0, 5_000).replace(/<\?[^>]*\?>/g, "")) ?? [];
    const isCut = rootName !== "" && !text.slice(-300).includes(`</${rootName}`);
    throw new FileRefusal(
      isCut
        ? `This file is incomplete: it ends on line ${error.line} before its statement does. Download it again.`
        : `This file is not valid XML: line ${error.line} cannot be read. Download it again.`,
    );
  }
  throw new FileRefusal("This XML file is empty.");
}

const tooDeep = () => new FileRefusal("This file is nested too deeply to be a statement.");
const MAX_DEPTH = 200;

/** Counts open elements without recursion, before the parser recurses into them. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 47) depth--;
    else if (next !== 33 && next !== 63) {
      const end = text.indexOf(">", at);
      if (end < 0) return;
      if (text.charCodeAt(end - 1) !== 47) depth++;
    }
    if (depth > MAX_DEPTH) throw tooDeep();
  }
}

export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(":") + 1);

/** The child elements, optionally of a name, ignoring namespace prefixes. */
export function children(element: XmlElement | undefined, name?: string): XmlElement[] {
  const elements = element?.children.filter((one) => one instanceof XmlElement) ?? [];
  return name === undefined ? elements : elements.filter((one) => localName(one) === name);
}

export function child(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce((parent, name) => children(parent, name)[0], element);
}

export function textIn(element: XmlElement | undefined, ...path: string[]): string {
  return child(element, ...path)?.text.trim() ?? "";
}

/** Returns a function that finds the line of an offset; the offsets must be in ascending order. */
export function lineFinder(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}
