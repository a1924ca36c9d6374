import type { XmlElement } from "@rgrove/parse-xml";
import { FileRefusal, MAX_ROWS, tooManyRows } from "../bank-file.ts";
import type { Cell } from "../text/amount.ts";
import { type Grid, type GridRow, MAX_COLUMNS } from "./grid.ts";
import { children, lineFinder, localName, parseDocument, textIn } from "./xml.ts";

/** Reads workbooks saved as XML ("XML Spreadsheet 2003") and lists with one element per transaction. */
export function readXmlTable(text: string): Grid {
  const root = parseDocument(text);
  const rows = localName(root) === "Workbook" ? worksheetRows(root) : listRows(root, text);
  if (!rows || rows.length === 0)
    throw new FileRefusal("This XML file is neither a CAMT.053 statement nor OFX, and contains no table.");
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return { rows, separator: "", unreadable: [] };
}

function worksheetRows(root: XmlElement): GridRow[] {
  const sheets = children(root, "Worksheet").map((sheet) => {
    const rows: GridRow[] = [];
    let line = 0;
    for (const row of children(sheet, "Table").flatMap((table) => children(table, "Row"))) {
      line = Number(attribute(row, "Index") ?? line + 1);
      const cells: Cell[] = [];
      for (const cell of children(row, "Cell")) {
        const index = Number(attribute(cell, "Index") ?? cells.length + 1);
        while (cells.length < Math.min(index, MAX_COLUMNS) - 1) cells.push("");
        const [data] = children(cell, "Data");
        const type = data && attribute(data, "Type");
        const value = data?.text.trim() ?? "";
        cells.push(
          type === "Number" && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value,
        );
      }
      if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
    }
    return rows;
  });
  return sheets.reduce<GridRow[]>((a, b) => (b.length > a.length ? b : a), []);
}

function attribute(element: XmlElement, name: string): string | undefined {
  const found = Object.entries(element.attributes).find(([key]) => key === name || key.endsWith(`:${name}`));
  return found?.[1];
}

/** The most frequent element with at least three children or attributes becomes a row, its children the columns. */
function listRows(root: XmlElement, text: string): GridRow[] | undefined {
  const groups = new Map<string, XmlElement[]>();
  const visit = (element: XmlElement, path: string) => {
    const parts = children(element);
    if (parts.length >= 3 || Object.keys(element.attributes).length >= 3) {
      const all = groups.get(path) ?? [];
      all.push(element);
      groups.set(path, all);
    }
    for (const part of parts) visit(part, `${path}/${localName(part)}`);
  };
  visit(root, localName(root));
  const candidates = [...groups.values()].filter((group) => group.length > 0 && group[0] !== root);
  const best = candidates.reduce<XmlElement[]>((a, b) => (b.length > a.length ? b : a), []);
  if (best.length === 0) return undefined;
  const names = new Set<string>();
  const facts = best.map((element) => {
    const own = new Map<string, string>(Object.entries(element.attributes));
    for (const part of children(element)) {
      const nested = children(part);
      if (nested.length === 0) own.set(localName(part), textIn(part) || part.text.trim());
      for (const inner of nested) own.set(`${localName(part)} ${localName(inner)}`, inner.text.trim());
    }
    for (const name of own.keys()) if (names.size < 100) names.add(name);
    return own;
  });
  const lineOf = lineFinder(text);
  const header = [...names];
  return [
    { line: 1, cells: header.map((name) => name.replace(/([a-z])([A-Z])/g, "$1 $2")) },
    ...best.map((element, index) => ({
      line: lineOf(element.start),
      cells: header.map((name) => facts[index]?.get(name) ?? ""),
    })),
  ];
}
