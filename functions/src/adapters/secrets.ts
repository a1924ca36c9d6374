import { text as textOf } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "@coffer/core/env";
import * as v from "valibot";
import { TIMEOUTS } from "./timeouts.ts";

export type SecretVersion = { id: string; text: string };

/** Its signer and its connections speak to Secrets Manager, whose own client would take 50 ms of every start. */
const { config } = new DynamoDBClient({ requestHandler: TIMEOUTS });
const ATTEMPTS = 3;
const found = v.object({ VersionId: v.string(), SecretString: v.string() });

/** The current version, then the previous one if the secret was ever rotated. */
export async function readSecret(
  secretId: string,
  endpoint?: string,
): Promise<[SecretVersion, ...SecretVersion[]]> {
  const [current, previous] = await Promise.all([
    readVersion(secretId, "AWSCURRENT", endpoint),
    readVersion(secretId, "AWSPREVIOUS", endpoint),
  ]);
  if (!current) throw new Error("The secret has no current version");
  return previous ? [current, previous] : [current];
}

async function readVersion(
  secretId: string,
  stage: "AWSCURRENT" | "AWSPREVIOUS",
  endpoint: string | undefined,
  attempt = 1,
): Promise<SecretVersion | undefined> {
  const { status, body } = await getSecretValue({ SecretId: secretId, VersionStage: stage }, endpoint).catch(
    (error) => {
      if (attempt === ATTEMPTS) throw error;
      return { status: 500, body: "" };
    },
  );
  if (status >= 500 && attempt < ATTEMPTS) return readVersion(secretId, stage, endpoint, attempt + 1);
  if (status !== 200 && body.includes("ResourceNotFoundException")) return undefined;
  if (status !== 200) throw new Error(`Secrets Manager answered ${status}: ${body}`);
  const { VersionId, SecretString } = v.parse(found, JSON.parse(body));
  return { id: VersionId, text: SecretString };
}

async function getSecretValue(input: object, endpoint: string | undefined) {
  const signingRegion = await config.region();
  const { protocol, host, hostname, port } = new URL(
    endpoint || `https://secretsmanager.${signingRegion}.amazonaws.com`,
  );
  const scheme = { name: "sigv4", signingName: "secretsmanager", signingRegion, properties: {} };
  const signer = await config.signer(scheme);
  const request = await signer.sign({
    method: "POST",
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path: "/",
    query: {},
    headers: {
      host,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "secretsmanager.GetSecretValue",
    },
    body: JSON.stringify(input),
  });
  const { response } = await config.requestHandler.handle(request);
  return { status: response.statusCode, body: await textOf(response.body) };
}

/** A caller that needs it fresher gives the age it accepts, in milliseconds. A failed read is not cached. */
export function cachedFor<T>(ms: number, clock: Clock, read: () => Promise<T>): (age?: number) => Promise<T> {
  let cached: { value: Promise<T>; readAt: number } | undefined;
  return (age = ms) => {
    if (cached && clock() - cached.readAt < age) return cached.value;
    const value = read();
    cached = { value, readAt: clock() };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}
