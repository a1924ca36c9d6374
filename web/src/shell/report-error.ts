const MOST_OF_A_PAGE = 5;
const reported = new Set<string>();

/** Reports uncaught errors of the product's own code. */
export function reportUncaught(): void {
  addEventListener("error", ({ error, filename, lineno, colno }) =>
    reportError(error ?? { stack: `${filename}:${lineno}:${colno}` }),
  );
  addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
}

/** Sends where the error was thrown, without its text, the cookie or the tokens that an address may hold. */
export function reportError(error: unknown): void {
  const place = placeOf(String(Object(error).stack));
  if (!place || !navigator.onLine || reported.size >= MOST_OF_A_PAGE) return;
  const body = JSON.stringify({ route: location.pathname.replace(/(?<=^\/[^/]+\/).+/, ":token"), ...place });
  if (reported.has(body)) return;
  reported.add(body);
  fetch("/api/page-errors", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    credentials: "omit",
    keepalive: true,
  }).catch(() => {});
}

/** The innermost frame in a file of ours; undefined for errors of extensions. */
function placeOf(stack: string): { file: string; line: number; column: number } | undefined {
  for (const frame of stack.split(location.origin)) {
    const [, file, line, column] = /^(\/[\w./-]+\.js)[^:\s]*:(\d+):(\d+)/.exec(frame) ?? [];
    if (file) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
