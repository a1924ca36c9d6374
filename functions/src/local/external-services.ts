import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/table/client";
import { StartProblem } from "./settings.ts";

const TIMEOUT_MS = 3_000;

/** StartProblem if it does not answer. */
export async function checkDynamo(endpoint: string): Promise<void> {
  const client = createClient(endpoint, { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS });
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }));
  } catch {
    const { host } = new URL(endpoint);
    throw new StartProblem(`No DynamoDB answers at ${host}; start it there, or correct DYNAMODB_ENDPOINT.`);
  } finally {
    client.destroy();
  }
}

/** Why mail waits, for the terminal; undefined if the mail server takes it. Mail is no reason not to start. */
export async function mailProblem(url: string): Promise<string | undefined> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { host } = new URL(url);
    const refused = error instanceof Error && "code" in error && error.code === "EAUTH";
    return refused
      ? `Mail waits: the mail server at ${host} does not accept the name and password of SMTP_URL; correct them and restart.`
      : `Mail waits: no mail server answers at ${host}. It is sent once one does; if the address is wrong, correct SMTP_URL and restart.`;
  } finally {
    transport.close();
  }
}
