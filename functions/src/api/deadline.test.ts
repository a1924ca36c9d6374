import { createServer } from "node:http";
import { createClient } from "@coffer/dynamo/table/client";
import { createTable } from "@coffer/dynamo/table/table";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../../../packages/test/local-server.ts";
import { withinDeadline } from "./deadline.ts";
import { problemOf } from "./problems.ts";

test("a stalled database is answered with 503 and Retry-After at the deadline, not after every try of its own", async () => {
  const stalled = createServer(() => undefined);
  onTestFinished(() => {
    stalled.closeAllConnections();
    stalled.close();
  });
  const client = createClient(await listenLocally(stalled));
  onTestFinished(() => client.destroy());
  const app = new Hono()
    .get("/", async (http) => {
      const item = await withinDeadline(createTable(client, "any").get({ pk: "a", sk: "b" }), 20);
      return http.json(item ?? {});
    })
    .onError(async (error, http) => {
      const problem = await problemOf(error);
      return problem ? http.json(problem.body, problem.status, problem.headers) : http.text("defect", 500);
    });
  const answer = await app.request("/");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
});

test("work within its time is answered as it is, and its failure stays its own", async () => {
  expect(await withinDeadline(Promise.resolve(7), 1_000)).toBe(7);
  await expect(withinDeadline(Promise.reject(new Error("defect")), 1_000)).rejects.toThrow("defect");
});
