type Line = Readonly<Record<string, unknown>>;

/** Runs a query of Logs Insights on a log. Knows the commands and functions that the alarms' links use. */
export function investigate(query: string, log: readonly Line[]): Line[] {
  let rows = [...log];
  let shown: string[] | undefined;
  for (const command of query.split(" | ")) {
    const [name = "", rest = ""] = splitOnce(command, " ");
    if (name === "filter") rows = rows.filter((row) => rest.split(" or ").some((one) => holds(one, row)));
    else if (name === "fields") shown = rest.split(", ");
    else if (name === "stats") rows = stats(rest, rows);
    else if (name !== "sort" && name !== "limit") throw new Error(`What does ${name} do?`);
  }
  return shown ? rows.map((row) => pick(row, shown)) : rows;
}

const fieldOf = (row: Line, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => Object(value)[key], row);
const pick = (row: Line, paths: readonly string[]): Line =>
  Object.fromEntries(
    paths.map((path) => [path, fieldOf(row, path)]).filter(([, value]) => value !== undefined),
  );

function holds(condition: string, row: Line): boolean {
  const [, present] = /^ispresent\((.+)\)$/.exec(condition) ?? [];
  if (present) return fieldOf(row, present) !== undefined;
  const [, path = "", operator, literal = ""] = /^(\S+) (=|>=|in) (.+)$/.exec(condition) ?? [];
  const [value, given] = [fieldOf(row, path), JSON.parse(literal)];
  if (operator === "in") return given.includes(value);
  if (operator === ">=") return typeof value === "number" && value >= given;
  // Logs Insights reads a field of digits as a number.
  return operator === "=" && String(value) === String(given);
}

function stats(command: string, rows: readonly Line[]): Line[] {
  const [figures = "", by = ""] = splitOnce(command, " by ");
  const paths = by.split(", ");
  const groups = Map.groupBy(rows, (row) => JSON.stringify(pick(row, paths)));
  return [...groups].map(([key, own]) => {
    const values = figures.split(/, (?=\w+\()/).map((figure) => {
      const [, name, path = "", alias = ""] = /^(\w+)\((.*)\) as (\w+)$/.exec(figure) ?? [];
      const numbers = own.map((row) => Number(fieldOf(row, path)));
      return [
        alias,
        name === "count" ? own.length : name === "sum" ? numbers.reduce((a, b) => a + b, 0) : numbers.at(-1),
      ];
    });
    return { ...JSON.parse(key), ...Object.fromEntries(values) };
  });
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
