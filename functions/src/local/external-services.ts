import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/table/client";
import { type Settings, StartProblem } from "./settings.ts";

const TIMEOUT_MS = 3_000;

export async function checkServices({ dynamoEndpoint, smtpUrl }: Settings): Promise<void> {
  await Promise.all([dynamoEndpoint && checkDynamo(dynamoEndpoint), smtpUrl && checkSmtp(smtpUrl)]);
}

async function checkDynamo(endpoint: string): Promise<void> {
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

async function checkSmtp(url: string): Promise<void> {
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
  } catch (error) {
    const { host } = new URL(url);
    const refused = error instanceof Error && "code" in error && error.code === "EAUTH";
    throw new StartProblem(
      refused
        ? `The mail server at ${host} does not accept the name and password of SMTP_URL.`
        : `No mail server answers at ${host}; start it there, or correct SMTP_URL.`,
    );
  } finally {
    transport.close();
  }
}
