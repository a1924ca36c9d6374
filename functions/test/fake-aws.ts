import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally } from "../../packages/test/local-server.ts";
import { SES_ANSWERS } from "./mail-answers.ts";

type SentMail = { to: string; configurationSet: string; message: string };

/**
 * Calls of the functions to AWS besides the table: Secrets Manager's GetSecretValue, SQS's SendMessage and SES, in the
 * protocols of the SDK's own clients. `mails` is what was sent.
 */
export async function startFakeAws(secrets: Record<string, string>) {
  const mails: SentMail[] = [];
  const account = { isPaused: false };
  const messages: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers["x-amz-target"];
    const answer =
      target === "secretsmanager.GetSecretValue"
        ? secret(JSON.parse(body))
        : target === "AmazonSQS.SendMessage"
          ? message(JSON.parse(body))
          : mail(new URLSearchParams(body));
    response.writeHead(answer.status, { "content-type": answer.type });
    response.end(answer.body);
  });

  function secret({ SecretId, VersionStage }: { SecretId: string; VersionStage: string }) {
    const found = VersionStage === "AWSCURRENT" ? secrets[SecretId] : undefined;
    const type = "application/x-amz-json-1.1";
    return found
      ? { status: 200, type, body: JSON.stringify({ VersionId: "version-1", SecretString: found }) }
      : {
          status: 400,
          type,
          body: JSON.stringify({ __type: "ResourceNotFoundException", message: "not there" }),
        };
  }

  function message({ MessageBody }: { MessageBody: string }) {
    messages.push(MessageBody);
    const MD5OfMessageBody = createHash("md5").update(MessageBody).digest("hex");
    const body = JSON.stringify({ MessageId: String(messages.length), MD5OfMessageBody });
    return { status: 200, type: "application/x-amz-json-1.0", body };
  }

  const [PAUSED = { code: "", says: "" }] = SES_ANSWERS;
  function mail(request: URLSearchParams) {
    const type = "text/xml";
    if (request.get("Action") === "GetSendQuota") {
      const rate = "<MaxSendRate>1000</MaxSendRate>";
      return {
        status: 200,
        type,
        body: `<GetSendQuotaResponse><GetSendQuotaResult>${rate}</GetSendQuotaResult></GetSendQuotaResponse>`,
      };
    }
    if (account.isPaused)
      return {
        status: 400,
        type,
        body: `<ErrorResponse><Error><Code>${PAUSED.code}</Code><Message>${PAUSED.says}</Message></Error></ErrorResponse>`,
      };
    if (request.get("Action") !== "SendRawEmail") return { status: 400, type, body: "<ErrorResponse/>" };
    mails.push({
      to: request.get("Destinations.member.1") ?? "",
      configurationSet: request.get("ConfigurationSetName") ?? "",
      message: Buffer.from(request.get("RawMessage.Data") ?? "", "base64").toString(),
    });
    const body = `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${mails.length}</MessageId></SendRawEmailResult></SendRawEmailResponse>`;
    return { status: 200, type, body };
  }

  return {
    endpoint: await listenLocally(server),
    mails,
    messages,
    /** The state of the SES account. */
    account,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
