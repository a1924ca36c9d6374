import {
  GetIdentityDkimAttributesCommand,
  GetIdentityMailFromDomainAttributesCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
} from "@aws-sdk/client-ses";
import { hasSender, identityOf, stackNames } from "../../config.ts";
import { stackOf } from "../stacks.ts";
import { type Check, type CheckInput, type Finding, good, note, wrong } from "./checks.ts";

export const checkMail: Check = async (input) => {
  if (!hasSender(input.stage))
    return wrong("sender", "none", "Set mailFrom in infra/config.ts to an address of yours");
  const [found, ...others] = await Promise.all([
    identity(input),
    records(input),
    dmarc(input),
    sandbox(input),
  ]);
  return [found, ...others.flat()];
};

async function identity({ stage, home }: CheckInput): Promise<Finding> {
  const { mailIdentity, mailFrom } = stage;
  // SES may have verified the domain or only the address.
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
          "it does not exist",
          "Set mailIdentity to domain or address: the deployment then creates it",
        )
      : good(subject, "the deployment creates it");
  const owner = await stackOf(home, name);
  const { app, data } = stackNames(stage.name, home.region);
  if (mailIdentity !== "existing" && owner === app)
    return wrong(
      subject,
      "it is still in the app stack, whose deletion would delete it",
      "docs/operations.md, “Moving the identity of mail”",
    );
  if (mailIdentity !== "existing" && owner !== data)
    return wrong(
      subject,
      `it exists already, in ${owner ? `the stack ${owner}` : "no stack"}`,
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

/** Checks the DNS records of a deployed domain: signatures of mail, and the domain that bounces return to. */
async function records({ stage, home, textRecords }: CheckInput): Promise<Finding[]> {
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
      ? good(subject, "its records exist")
      : wrong(
          subject,
          `its records are missing (${status ?? "none"})`,
          `Create those of the outputs ${outputs}`,
        );
  return [
    state(`DKIM of ${name}`, dkim.DkimVerificationStatus, "Dkim…"),
    state(
      `MAIL FROM of ${name}`,
      from?.MailFromDomain ? from.MailFromDomainStatus : undefined,
      "MailFromMx and MailFromSpf",
    ),
    spf(`mail.${name}`, await textRecords(`mail.${name}`)),
  ];
}

/** Receivers look it up by the domain that bounces return to. */
function spf(domain: string, texts: string[]): Finding {
  const subject = `SPF of ${domain}`;
  const found = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (found.length > 1)
    return wrong(subject, `there are ${found.length} records, so receivers use none`, "Delete all but one");
  if (found.some((text) => /(?:^| )\+?include:amazonses\.com(?: |$)/i.test(text)))
    return good(subject, "it names SES");
  return wrong(
    subject,
    found.length > 0 ? "it does not name SES" : "there is no record",
    "Create that of the output MailFromSpf",
  );
}

/**
 * Checks the DMARC record, which says how receivers treat mail that neither SPF nor DKIM proves. For a sender that is a
 * single verified address, neither proves the domain.
 */
async function dmarc({ stage, textRecords }: CheckInput): Promise<Finding> {
  const domain = stage.mailFrom.slice(stage.mailFrom.indexOf("@") + 1);
  const subject = `DMARC of ${domain}`;
  const parents = domain.split(".").map((_, index, labels) => labels.slice(index).join("."));
  // A domain without a record inherits that of the domain above it.
  const own = await Promise.all(parents.slice(0, -1).map((name) => textRecords(`_dmarc.${name}`)));
  const record = own.flat().find((text) => /^v=DMARC1(?:;|$| )/i.test(text));
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(record ?? "")?.[1]?.toLowerCase();
  if (stage.mailIdentity === "address")
    return policy === "reject" || policy === "quarantine"
      ? wrong(
          subject,
          `its owner asks receivers to ${policy} mail that proves no origin, such as mail through SES`,
          "Send from a domain of your own: mailFrom, and mailIdentity: domain",
        )
      : good(subject, "it does not forbid this sender");
  if (policy) return good(subject, `p=${policy}`);
  return note(
    subject,
    "no record; large providers refuse bulk mail without one",
    "Create that of the output Dmarc",
  );
}

const SANDBOX_PER_DAY = 200;

async function sandbox({ home }: CheckInput): Promise<Finding> {
  const { Max24HourSend = 0, MaxSendRate = 0 } = await home.ses.send(new GetSendQuotaCommand({}));
  if (Max24HourSend > SANDBOX_PER_DAY)
    return good("SES quota", `${Max24HourSend} mails a day, ${MaxSendRate} a second`);
  return note(
    "SES quota",
    "the account is in SES's sandbox: mail goes to verified addresses only, 200 a day",
    "docs/operations.md, “First deployment”: ask for production access",
  );
}
