import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { Server } from "node:net";
import { text } from "node:stream/consumers";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { onTestFinished } from "vitest";
import { listenLocally } from "../../packages/test/local-server.ts";
import { type Aws, awsIn } from "../cli/aws.ts";

type Call = { operation: string; input: Record<string, string>; region: string };
/** An answer in AWS's form: XML for older services, JSON for others. */
type Answer = { status?: number; headers?: Record<string, string>; xml?: string; json?: unknown };
/** The fake's answers by operation; others are refused. */
export type Answers = Record<string, Answer | ((input: Record<string, string>) => Answer)>;

/** Operations that are identified by method and path. */
const PATHS: [pattern: RegExp, operation: string][] = [
  [/^GET .*\/distribution\b/, "ListDistributions"],
  [/^GET .*\/account-settings/, "GetAccountSettings"],
  [/^GET .*\/functions\/.*\/concurrency/, "GetFunctionConcurrency"],
  [/^PUT .*\/functions\/.*\/concurrency/, "PutFunctionConcurrency"],
  [/^GET .*\/functions\/.*\/configuration/, "GetFunctionConfiguration"],
  [/^POST .*\/functions\/.*\/invocations/, "Invoke"],
  [/^POST .*\/converse$/, "Converse"],
];

/** Serves AWS's protocols on one port until the test ends. Returns clients that call it, and the calls. */
export async function startAws(answers: Answers): Promise<{ aws: Aws; calls: Call[] }> {
  const calls: Call[] = [];
  async function answer(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) {
    const [, , region = ""] = `${request.headers.authorization}`.split("/");
    const operation = operationOf(
      `${request.method} ${decodeURIComponent(request.url ?? "")}`,
      `${request.headers["x-amz-target"] ?? ""}`,
      await text(request),
    );
    const call = { ...operation, region };
    calls.push(call);
    const found = answers[call.operation];
    const {
      status = 200,
      headers = {},
      xml,
      json,
    } = (typeof found === "function" ? found(call.input) : found) ?? refusal("AccessDeniedException");
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("content-type", xml ? "text/xml" : "application/x-amz-json-1.1");
    response.end(xml ?? JSON.stringify(json));
  }
  const config = { region: "eu-central-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } };
  const aws = awsIn({ ...config, endpoint: await listen(createServer(answer)) });
  // Bedrock's client speaks only HTTP/2.
  const bedrock = new BedrockRuntimeClient({ ...config, endpoint: await listen(createHttp2Server(answer)) });
  return { aws: { ...aws, bedrock }, calls };
}

function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return listenLocally(server);
}

function operationOf(path: string, target: string, body: string): Omit<Call, "region"> {
  if (target)
    return { operation: target.slice(target.lastIndexOf(".") + 1), input: JSON.parse(body || "{}") };
  const byPath = PATHS.find(([pattern]) => pattern.test(path))?.[1];
  if (byPath) return { operation: byPath, input: { path, body } };
  const { Action = "", ...input } = Object.fromEntries(new URLSearchParams(body));
  return { operation: Action, input };
}

/** All lines that a command yields. */
export async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** The result of an operation of a query service, such as CloudFormation. */
export const result = (operation: string, xml: string): Answer => ({
  xml: `<${operation}Response><${operation}Result>${xml}</${operation}Result></${operation}Response>`,
});

/** A stack's template. */
export function templateAnswer(template: unknown): Answer {
  const escaped = JSON.stringify(template).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return result("GetTemplate", `<TemplateBody>${escaped}</TemplateBody>`);
}

/** A refusal of a service that speaks JSON. */
export const refusal = (code: string, message = "no"): Answer => ({
  status: 400,
  json: { __type: code, message, Message: message },
});

/** A refusal of a query service. */
export const queryRefusal = (code: string): Answer => ({
  status: 400,
  xml: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error></ErrorResponse>`,
});
