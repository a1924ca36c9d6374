import {
  GetIdentityDkimAttributesCommand,
  GetIdentityMailFromDomainAttributesCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
} from "@aws-sdk/client-ses";
import { hasSender, identityOf, stackNames } from "../../config.ts";
import { stackOf } from "../stacks.ts";
import { type Check, type CheckInput, type Finding, good, note, wrong } from "./finding.ts";

export const checkMail: Check = async (input) => {
  if (!hasSender(input.stage))
    return wrong("sender", "there is none", "Set mailFrom in infra/config.ts to an address of yours");
  return [await identity(input), ...(await records(input)), await sandbox(input)];
};

async function identity({ stage, home }: CheckInput): Promise<Finding> {
  const { mailIdentity, mailFrom } = stage;
  // What SES has verified may be the domain or the address.
  const names = mailIdentity === "existing" ? [identityOf(stage), mailFrom] : [identityOf(stage)];
  const { VerificationAttributes = {} } = await home.ses.send(
    new GetIdentityVerificationAttributesCommand({ Identities: names }),
  );
  const name = names.find((each) => VerificationAttributes[each]) ?? identityOf(stage);
  const subject = `SES identity ${name}`;
  const status = VerificationAttributes[name]?.VerificationStatus;
  if (!status)
    return mailIdentity === "existing"
      ? wrong(
          subject,
          "it is not there",
          "Set mailIdentity to domain or address: the deployment then creates it",
        )
      : good(subject, "the deployment creates it");
  const owner = await stackOf(home, name);
  const { app, data } = stackNames(stage.name, home.region);
  if (mailIdentity !== "existing" && owner === app)
    return wrong(
      subject,
      "it is still in the app stack, whose deletion would take it along",
      "docs/operations.md, “Moving the identity of mail”",
    );
  if (mailIdentity !== "existing" && owner !== data)
    return wrong(
      subject,
      `it is there already, of ${owner ? `the stack ${owner}` : "no stack"}`,
      'Set mailIdentity to "existing" to send as it, or delete it in SES',
    );
  if (status === "Success") return good(subject, "it is verified");
  return note(
    subject,
    `it is not verified (${status}), and no mail leaves until it is`,
    mailIdentity === "address"
      ? "Click the link in the mail from AWS"
      : "Create the DNS records of the stack's outputs",
  );
}

/** Of a whole domain that is deployed: its mail is signed, and bounces return to a domain of its own. */
async function records({ stage, home }: CheckInput): Promise<Finding[]> {
  const name = identityOf(stage);
  if (stage.mailIdentity !== "domain") return [];
  const Identities = [name];
  const { DkimAttributes = {} } = await home.ses.send(new GetIdentityDkimAttributesCommand({ Identities }));
  const { MailFromDomainAttributes = {} } = await home.ses.send(
    new GetIdentityMailFromDomainAttributesCommand({ Identities }),
  );
  const [dkim, from] = [DkimAttributes[name], MailFromDomainAttributes[name]];
  // Before the first deployment.
  if (!dkim?.DkimVerificationStatus) return [];
  const state = (subject: string, status: string | undefined, outputs: string) =>
    status === "Success"
      ? good(subject, "its records are there")
      : wrong(
          subject,
          `its records are not there (${status ?? "none"})`,
          `Create those of the outputs ${outputs}`,
        );
  return [
    state(`DKIM of ${name}`, dkim.DkimVerificationStatus, "Dkim…"),
    state(
      `MAIL FROM of ${name}`,
      from?.MailFromDomain ? from.MailFromDomainStatus : undefined,
      "MailFromMx and MailFromSpf",
    ),
  ];
}

const SANDBOX_PER_DAY = 200;

async function sandbox({ home }: CheckInput): Promise<Finding> {
  const { Max24HourSend = 0, MaxSendRate = 0 } = await home.ses.send(new GetSendQuotaCommand({}));
  if (Max24HourSend > SANDBOX_PER_DAY)
    return good("SES quota", `${Max24HourSend} mails a day, ${MaxSendRate} a second`);
  return note(
    "SES quota",
    "the account is in SES's sandbox: mail goes to verified addresses only, 200 a day",
    "docs/operations.md, “Leave SES's sandbox”",
  );
}
