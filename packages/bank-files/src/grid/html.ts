import { FileRefusal, MAX_ROWS } from "../bank-file.ts";
import { oneLine } from "../text/plain.ts";
import { decodeEntities } from "./entities.ts";
import { type Grid, type GridRow, MAX_COLUMNS } from "./grid.ts";

const MAX_CELL = 4_000;

/** The rows of all tables of a page in order; tables within cells become separate rows. */
export function readHtml(text: string): Grid {
  const rows: GridRow[] = [];
  const open: { cells: string[]; cell: string | undefined; span: number }[] = [];
  const endCell = () => {
    const row = open.at(-1);
    if (row?.cell === undefined) return;
    row.cells.push(oneLine(decodeEntities(row.cell.slice(0, MAX_CELL)).replaceAll("\u00a0", " ")));
    for (let more = 1; more < row.span && row.cells.length < MAX_COLUMNS; more++) row.cells.push("");
    row.cell = undefined;
    if (row.cells.length > MAX_COLUMNS)
      throw new FileRefusal(`A table with more than ${MAX_COLUMNS} columns is not a list of transactions.`);
  };
  const endRow = () => {
    endCell();
    const row = open.pop();
    if (!row?.cells.some((cell) => cell !== "")) return;
    rows.push({ line: rows.length + 1, cells: row.cells });
    if (rows.length > MAX_ROWS) throw new FileRefusal("This page has more rows than any statement.");
  };
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const row = open.at(-1);
    const before = text.slice(at, start < 0 ? text.length : start);
    if (row?.cell !== undefined && row.cell.length < MAX_CELL) row.cell += before;
    if (start < 0) break;
    if (text.startsWith("<!--", start)) {
      const end = text.indexOf("-->", start);
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    const end = text.indexOf(">", start);
    if (end < 0) break;
    const tag = text.slice(start + 1, Math.min(end, start + 300));
    const [, name = ""] = /^(\/?[a-z][a-z0-9]{0,15})/i.exec(tag) ?? [];
    at = end + 1;
    switch (name.toLowerCase()) {
      case "tr":
        // An unclosed row ends where the next one begins, unless that is in a table within a cell.
        if (open.at(-1)?.cell === undefined) endRow();
        if (open.length > 20) throw new FileRefusal("This page is nested too deeply to be a statement.");
        open.push({ cells: [], cell: undefined, span: 1 });
        break;
      case "/tr":
        endRow();
        break;
      case "td":
      case "th": {
        endCell();
        if (open.length === 0) open.push({ cells: [], cell: undefined, span: 1 });
        const last = open.at(-1);
        const [, span] = /colspan\s{0,3}=\s{0,3}["']?(\d{1,3})/i.exec(tag) ?? [];
        if (last) {
          last.cell = "";
          last.span = Number(span ?? 1);
        }
        break;
      }
      case "/td":
      case "/th":
        endCell();
        break;
      case "br":
      case "p":
      case "div":
      case "/p":
      case "/div":
        if (row?.cell !== undefined) row.cell += " ";
        break;
      case "script":
      case "style": {
        const close = text.toLowerCase().indexOf(`</${name.toLowerCase()}`, at);
        at = close < 0 ? text.length : close;
        break;
      }
    }
  }
  while (open.length > 0) endRow();
  return { rows, separator: "", unreadable: [] };
}
