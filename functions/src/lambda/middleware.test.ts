import { Hono } from "hono";
import { expect, test } from "vitest";
import { requestMetrics } from "./middleware.ts";

/** An app behind the middleware, and the lines that it writes. */
function measuredApp(unansweredAfterMs = 60_000) {
  const lines: Record<string, unknown>[] = [];
  const app = new Hono<{ Variables: { requestId: string; endpoint?: string; userId?: number } }>();
  const write = (line: string) => void lines.push(JSON.parse(line));
  const consumed = () => ({ reads: 2, writes: 0, trips: 1 });
  app.use(
    requestMetrics({ functionName: "coffer-dev-api", version: "41", consumed, write, unansweredAfterMs }),
  );
  app.use(async (http, next) => {
    http.set("requestId", "r1");
    http.set("endpoint", "transactions.list");
    http.set("userId", 7);
    await next();
  });
  return { app, lines };
}

test("a request's line names its user", async () => {
  const { app, lines } = measuredApp();
  app.get("/", (http) => http.text("fine"));
  await app.request("/");
  expect(lines).toMatchObject([
    { message: "request", requestId: "r1", endpoint: "transactions.list", userId: 7, status: 200 },
  ]);
});

test("an unanswered call is logged before the function's timeout", async () => {
  const { app, lines } = measuredApp(1);
  let seen: unknown[] = [];
  app.get("/", async (http) => {
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    seen = [...lines];
    return http.text("late");
  });
  await app.request("/");
  expect(seen).toMatchObject([
    { level: "error", message: "unanswered", requestId: "r1", endpoint: "transactions.list", userId: 7 },
  ]);
});

test("an answer with 5xx is counted for its version", async () => {
  const { app, lines } = measuredApp();
  app.get("/", (http) => http.text("fine"));
  app.get("/broken", (http) => http.text("no", 500));
  await app.request("/");
  await app.request("/broken");
  const counted = lines.filter(({ message }) => message === "server error");
  expect(counted).toMatchObject([
    {
      serverErrors: 1,
      FunctionVersion: "41",
      _aws: { CloudWatchMetrics: [{ Dimensions: [["FunctionName", "FunctionVersion"]] }] },
    },
  ]);
});
