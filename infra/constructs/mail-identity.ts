import { EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import { RemovalPolicy, Stack } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { identityOf, type Stage } from "../config.ts";
import { pinLogicalId } from "./logical-id.ts";

type DnsRecord = { output: string; text: string };

/** Retained: a domain that is verified anew takes days, and mail stops meanwhile. */
export function createMailIdentity(scope: Construct, stage: Stage): DnsRecord[] {
  if (stage.mailIdentity === "existing") return [];
  const name = identityOf(stage);
  const domain = stage.mailIdentity === "domain";
  // A sender domain of its own, so that SPF aligns with the From header and DMARC passes by both of its ways.
  const mailFromDomain = `mail.${name}`;
  const identity = new EmailIdentity(scope, "MailIdentity", {
    identity: domain ? Identity.domain(name) : Identity.email(name),
    ...(domain ? { mailFromDomain } : {}),
  });
  pinLogicalId(identity, "MailIdentity");
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  if (!domain) return [];
  return [
    ...identity.dkimRecords.map(({ name: host, value }, index) => ({
      output: `Dkim${index + 1}`,
      text: `${host} CNAME ${value}`,
    })),
    {
      output: "MailFromMx",
      text: `${mailFromDomain} MX 10 feedback-smtp.${Stack.of(scope).region}.amazonses.com`,
    },
    { output: "MailFromSpf", text: `${mailFromDomain} TXT "v=spf1 include:amazonses.com ~all"` },
    { output: "Dmarc", text: `_dmarc.${name} TXT "v=DMARC1; p=none${reportsTo(stage, name)}"` },
  ];
}

/** Reports reach an address of the domain itself; another domain would first have to publish that it accepts them. */
function reportsTo({ alarmEmail }: Stage, domain: string): string {
  const host = alarmEmail?.slice(alarmEmail.indexOf("@") + 1);
  return host === domain || host?.endsWith(`.${domain}`) ? `; rua=mailto:${alarmEmail}` : "";
}
