/** `floor` is measured in the same run. */
export type Row = { what: string; figure: string; floor?: string; aim?: string; met?: boolean };

export function print(title: string, rows: readonly Row[]): void {
  const cells = rows.map(({ what, figure, floor = "", aim = "", met }) => [
    what,
    figure,
    floor,
    aim,
    met === undefined ? "" : met ? "✓" : "✗",
  ]);
  const head = ["", "measured", "floor", "aim", ""];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  console.log(`\n${title}\n${line(head)}`);
  for (const row of cells) console.log(line(row).trimEnd());
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const seconds = (value: number): string => `${(value / 1_000).toFixed(1)} s`;
/** Takes seconds. */
export const inHours = (value: number): string => `${(value / 3_600).toFixed(1)} h`;
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** A figure that has a limit. */
export const atMost = (
  what: string,
  value: number,
  limit: number,
  write: (value: number) => string,
): Row => ({
  what,
  figure: write(value),
  aim: `≤ ${write(limit)}`,
  met: value <= limit,
});

/** Returns the result and the milliseconds. */
export async function timed<T>(run: () => Promise<T>): Promise<{ result: T; took: number }> {
  const began = performance.now();
  const result = await run();
  return { result, took: performance.now() - began };
}

/** The value below which the given share of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);
