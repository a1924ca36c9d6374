const TIMEOUT_MS = 10_000;

export const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

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
    // Neither the body nor a header: both may hold what no log should.
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  };
  const signedIn = await call("POST", "/api/login", "", account);
  const cookie = cookiesOf(signedIn);
  const user: unknown = await (await call("GET", "/api/user", cookie)).json();
  if (Object(user).email !== account.email) throw new Error("GET /api/user answered with somebody else");
  await call("POST", "/api/logout", cookie);
}
