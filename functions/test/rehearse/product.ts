import { GetSendQuotaCommand } from "@aws-sdk/client-ses";
import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { localTime } from "@coffer/domain/time/timezone";
import PostalMime from "postal-mime";
import * as v from "valibot";
import type { Aws } from "../../../infra/cli/aws.ts";
import { environmentOf } from "../../../infra/test/deployed-stacks.ts";
import type { Artefact } from "../../build.ts";
import { PERSON, startStage } from "../drill/person.ts";
import { scheduleEvent } from "../lambda-events.ts";
import { ORIGIN, startInstance } from "../lambda-process.ts";
import type { Emulator } from "./emulator.ts";

const NOVEMBER = "/api/transactions?startDate=2026-11-01&endDate=2026-11-30";

type Deployed = { home: Aws; emulator: Emulator; artefacts: readonly Artefact[] };

/** A built function with its stack's environment, over the emulator. */
async function deployedOn(
  { home, emulator: { endpoint }, artefacts }: Deployed,
  functionName: string,
  name: string,
): Promise<[Artefact, Record<string, string>]> {
  const artefact = artefacts.find((each) => each.name === name);
  if (!artefact) throw new Error(`There is no function ${name}`);
  const environment = await environmentOf(home, functionName);
  const runtime = {
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: "1",
    AWS_REGION: home.region,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL: endpoint,
    // The stack's origin is CloudFront's, which the emulator lacks.
    ORIGIN,
  };
  // Messages are sent to a queue's URL.
  const here = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace(`https://sqs.${home.region}.amazonaws.com`, endpoint),
  ]);
  return [artefact, { ...Object.fromEntries(here), ...runtime }];
}

/** Signs in as the earlier user. Returns the number of transactions. */
export async function transactionsOn(stage: string, deployed: Deployed): Promise<number> {
  const api = await startStage(...(await deployedOn(deployed, `coffer-${stage}-api`, "api")));
  try {
    await api.signIn(PERSON.password);
    const { length }: unknown[] = Object(await api.call("GET", NOVEMBER));
    if (length === 0) throw new Error("no transaction is there");
    return length;
  } finally {
    api.end();
  }
}

/**
 * The built functions, in bare processes with the environment that the stack gave them, over the emulator's table,
 * queue, secrets and SES: a sign-in, a transaction and a digest.
 */
export async function* useProduct(stage: string, on: Deployed): AsyncGenerator<string> {
  const { home, emulator } = on;
  const deployed = (name: string) => deployedOn(on, `coffer-${stage}-${name}`, name);
  const invoke = async (name: string, event: unknown) => {
    const instance = await startInstance(...(await deployed(name)));
    try {
      return await instance.invoke(event);
    } finally {
      instance.end();
    }
  };

  const api = await startStage(...(await deployed("api")));
  try {
    await api.fill();
    const length = await transactionsOn(stage, on);
    await api.signIn(PERSON.password);
    yield `the API answers a sign-in and ${length} transactions`;

    await invoke("outbox", scheduleEvent(new Date().toISOString()));
    await api.call("POST", "/api/verify-email", { token: await mailedToken(emulator.endpoint) });
    // Due at any hour.
    const timeZone = "America/New_York";
    await api.call("PUT", "/api/notification-preferences", {
      emailNotifications: true,
      notificationTime: localTime(Date.now(), timeZone),
      timeZone,
    });
    const sentBefore = await sentMails(home);
    const now = new Date().toISOString();
    await invoke("digests", scheduleEvent(now));
    await invoke("digests", await queuedPages(home, emulator.endpoint, `coffer-${stage}-digest-pages`));
    await invoke("outbox", scheduleEvent(now));
    await invoke("bulk-mail", scheduleEvent(now));
    const sent = (await sentMails(home)) - sentBefore;
    if (sent === 0) throw new Error("no mail left");
    yield `the digests' tick finds one person, and the mail functions send ${sent} mails by SES`;
  } finally {
    api.end();
  }
}

/** The token of the link in the mail that SES received. */
async function mailedToken(endpoint: string): Promise<string> {
  const answer = await fetch(`${endpoint}/moto-api/data.json`);
  const { ses } = v.parse(emulated, await answer.json());
  for (const { raw_data } of ses.RawMessage) {
    const { text = "" } = await PostalMime.parse(raw_data);
    const [, token] = /\/verify-email\/([\w-]+)/.exec(text) ?? [];
    if (token) return token;
  }
  throw new Error("no mail with a link has left");
}
const emulated = v.object({
  ses: v.object({ RawMessage: v.array(v.object({ raw_data: v.string() })) }),
});

/** The messages that the tick queued, as Lambda's event. */
async function queuedPages({ sqs }: Aws, endpoint: string, name: string) {
  const QueueUrl = `${endpoint}/123456789012/${name}`;
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  if (Messages.length === 0) throw new Error("nobody is due a digest");
  return {
    Records: Messages.map(({ MessageId, Body }) => ({
      messageId: MessageId,
      body: Body,
      eventSource: "aws:sqs",
    })),
  };
}

const sentMails = async ({ ses }: Aws): Promise<number> =>
  (await ses.send(new GetSendQuotaCommand({}))).SentLast24Hours ?? 0;
