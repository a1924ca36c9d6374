import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { secretKeys } from "./secrets.ts";

/** Stands in for Secrets Manager. */
const versions: Record<string, string> = {};
let reads = 0;
const server = createServer(async (request, response) => {
  reads += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { VersionStage } = JSON.parse(Buffer.concat(chunks).toString());
  const id = versions[VersionStage];
  response.writeHead(id ? 200 : 400, { "content-type": "application/x-amz-json-1.1" });
  response.end(
    JSON.stringify(
      id
        ? { VersionId: id, SecretString: `secret of ${id}` }
        : { __type: "ResourceNotFoundException", message: "no such version" },
    ),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  Object.assign(process.env, {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  reads = 0;
  for (const stage of Object.keys(versions)) delete versions[stage];
});

test("a secret has one key until it is rotated, then two", async () => {
  versions.AWSCURRENT = "one";
  expect(await secretKeys("secret", () => 0)()).toEqual({
    current: { kid: "one", secret: Buffer.from("secret of one") },
    previous: [],
  });
  Object.assign(versions, { AWSCURRENT: "two", AWSPREVIOUS: "one" });
  const { current, previous } = await secretKeys("secret", () => 0)();
  expect([current, ...previous].map(({ kid }) => kid)).toEqual(["two", "one"]);
});

test("reads the secret again for a token of an unknown key, at most every ten seconds", async () => {
  versions.AWSCURRENT = "one";
  let now = 0;
  const keys = secretKeys("secret", () => now);
  await keys();
  const before = reads;
  Object.assign(versions, { AWSCURRENT: "two", AWSPREVIOUS: "one" });
  expect((await keys("two")).current.kid).toBe("one");
  expect(reads).toBe(before);
  now = 20_000;
  expect((await keys("one")).current.kid).toBe("one");
  expect((await keys("two")).current.kid).toBe("two");
});
