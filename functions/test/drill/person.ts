import { cookiesOf } from "../../src/sign-in-check.ts";
import { type ApiResult, apiEvent, responseOf } from "../lambda-events.ts";
import { ORIGIN, startInstance, throughCloudFront } from "../lambda-process.ts";

const TRANSACTIONS = 30;
export const PERSON = {
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phone: "555 0100",
  password: "correct horse",
  confirmPassword: "correct horse",
};
export const LATER_PASSWORD = "battery staple";

/** The API of a stage, and its only user. */
export async function startStage(...start: Parameters<typeof startInstance>) {
  const instance = await startInstance(...start);
  const { ORIGIN: origin = ORIGIN } = start[1];
  let cookie = "";
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie };
    const request = new Request(`${origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const event = await apiEvent(request, throughCloudFront());
    const answer = responseOf(Object(await instance.invoke(event)) satisfies ApiResult);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    cookie = cookiesOf(answer) || cookie;
    return answer.status === 204 ? undefined : answer.json();
  }
  const signIn = (password: string) => call("POST", "/api/login", { email: PERSON.email, password });
  const add = async (description: string) => {
    const [category]: { id: number }[] = Object(await call("GET", "/api/categories"));
    const transaction = { description, amount: 12.5, date: "2026-11-20", type: "expense" };
    await call("POST", "/api/transactions", { ...transaction, categoryId: category?.id });
  };

  return {
    call,
    add,
    pid: () => instance.pid,
    signIn,
    cookie: () => cookie,
    probe: () => call("GET", "/api/health").then(() => undefined),
    changePassword: () =>
      call("POST", "/api/user/change-password", {
        currentPassword: PERSON.password,
        newPassword: LATER_PASSWORD,
        confirmPassword: LATER_PASSWORD,
      }),
    async isSignedIn(with_: string): Promise<boolean> {
      cookie = with_;
      return call("GET", "/api/user").then(
        () => true,
        () => false,
      );
    },
    async fill() {
      await call("POST", "/api/register", PERSON);
      const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
      await call("POST", "/api/categories", food);
      for (let number = 0; number < TRANSACTIONS; number++) await add(`Market ${number}`);
    },
    /** The ids of the transactions, the newest first. */
    async transactions(): Promise<number[]> {
      const rows: { id: number }[] = Object(
        await call("GET", "/api/transactions?startDate=2026-11-01&endDate=2026-11-30"),
      );
      return rows.map(({ id }) => id).sort((a, b) => b - a);
    },
    /** The page's text. */
    async everything(): Promise<string> {
      const month = "startDate=2026-11-01&endDate=2026-11-30";
      return JSON.stringify([
        await call("GET", "/api/categories"),
        await call("GET", `/api/transactions?${month}`),
        await call("GET", "/api/budgets?month=11&year=2026"),
      ]);
    },
    end: () => instance.end(),
  };
}
