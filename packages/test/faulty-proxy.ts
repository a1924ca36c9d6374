import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "./local-server.ts";

export type Fault =
  /** Refused because of another transaction in progress. */
  | "conflict"
  /** Refused because the throughput is exceeded. */
  | "throttled"
  /** Executed, but the response never arrives. */
  | "lost"
  /** Neither executed nor answered, as if the socket had died while a function was frozen. */
  | "silence";

/** `command` such as "TransactWriteItems"; undefined lets it pass. */
export type FaultOf = (command: string) => Fault | undefined;

/**
 * A proxy in front of the engine, for faults that the embedded engine does not have. `whenLost` runs between the
 * execution of a command and the loss of its response.
 */
export async function startFaultyProxy(
  engine: string,
  faultOf: FaultOf,
  whenLost: () => void | Promise<void> = () => {},
) {
  const agent = new Agent({ keepAlive: true });
  const counts = { passed: 0, conflict: 0, throttled: 0, lost: 0, silence: 0 };

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const command = String(incoming.headers["x-amz-target"] ?? "").split(".")[1] ?? "";
    const fault = faultOf(command);
    counts[fault ?? "passed"]++;
    if (fault === "conflict" || fault === "throttled") return refuse(outgoing, fault, command, body);
    if (fault === "silence") return;
    try {
      const answer = await forward(engine, agent, incoming, body);
      if (fault === "lost") {
        await whenLost();
        return outgoing.destroy();
      }
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      outgoing.destroy();
    }
  });
  return {
    endpoint: await listenLocally(server),
    counts,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The shares of docs/promises.md R3: conflicts for 10 % of writes, throttling and lost responses for 5 % each of all. */
export function randomFaults(random: () => number): FaultOf {
  return (command) => {
    const share = random();
    const writes = /^(Put|Update|Delete|TransactWrite)/.test(command);
    if (share < 0.05) return "throttled";
    if (share < 0.1) return "lost";
    return writes && share < 0.2 ? "conflict" : undefined;
  };
}

function refuse(outgoing: ServerResponse, fault: "conflict" | "throttled", command: string, body: Buffer) {
  const type = "com.amazonaws.dynamodb.v20120810#";
  const transaction = command === "TransactWriteItems";
  const conflict = transaction ? "TransactionCanceledException" : "TransactionConflictException";
  const answer = {
    __type: `${type}${fault === "conflict" ? conflict : "ProvisionedThroughputExceededException"}`,
    message: "injected",
    ...(fault === "conflict" && transaction && { CancellationReasons: reasons(body) }),
  };
  outgoing.writeHead(400, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(answer));
}

/** DynamoDB gives a reason for each write of a transaction. Here the last one has a conflict. */
function reasons(body: Buffer) {
  const { TransactItems } = JSON.parse(body.toString("utf8"));
  return TransactItems.map((_: unknown, index: number) => ({
    Code: index === TransactItems.length - 1 ? "TransactionConflict" : "None",
  }));
}

function forward(engine: string, agent: Agent, incoming: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>(
    (resolve, reject) => {
      const headers = { ...incoming.headers, host: new URL(engine).host };
      const outgoing = request(
        engine,
        { method: incoming.method ?? "POST", headers, agent },
        async (answer) => {
          try {
            resolve({
              status: answer.statusCode ?? 502,
              headers: answer.headers,
              body: await buffer(answer),
            });
          } catch (error) {
            reject(error);
          }
        },
      );
      outgoing.on("error", reject).end(body);
    },
  );
}
