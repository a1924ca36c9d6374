const TIMEOUT_MS = 10_000;

export const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** The product's own scripts and styles that the page names. */
const LOADED = /<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+\.(?:js|css))"/g;

/** Loads the page and the scripts and styles that it names, as a browser does before anybody can sign in. */
async function loadPage(origin: string, get: (path: string) => Promise<Response>): Promise<void> {
  const html = await (await get("/auth")).text();
  const paths = new Set([...html.matchAll(LOADED)].map(([, path = ""]) => path));
  if (![...paths].some((path) => path.endsWith(".js")))
    throw new Error(`GET ${origin}/auth answered with a page without a script`);
  for (const path of paths) {
    const answer = await get(path);
    const type = answer.headers.get("content-type") ?? "";
    // A missing file may be answered with the page itself.
    if (!/javascript|css/.test(type) || (await answer.text()) === "")
      throw new Error(`GET ${path} answered with ${type || "no type"}`);
  }
}

export async function checkSignIn(
  origin: string,
  account: { email: string; password: string },
  fetch = globalThis.fetch,
): Promise<void> {
  const call = async (method: string, path: string, cookie = "", body?: object): Promise<Response> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { "content-type": "application/json", origin, ...(cookie && { cookie }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(({ message }) => {
      throw new Error(`${method} ${path} was not answered: ${message}`);
    });
    // Logs neither body nor headers, which may hold secrets.
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  };
  await loadPage(origin, (path) => call("GET", path));
  const signedIn = await call("POST", "/api/login", "", account);
  const cookie = cookiesOf(signedIn);
  const user: unknown = await (await call("GET", "/api/user", cookie)).json();
  if (Object(user).email !== account.email) throw new Error("GET /api/user answered with somebody else");
  await call("POST", "/api/logout", cookie);
}
