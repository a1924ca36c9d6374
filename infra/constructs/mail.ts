import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as ses from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { RemovalPolicy, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { hasSender, identityOf, type Stage } from "../config.ts";
import { pinLogicalId } from "./acknowledge.ts";

export class Mail extends Construct {
  readonly configurationSetName: string;
  readonly from: string;
  readonly events: Topic;
  readonly #address: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.from = `${stage.mailName} <${stage.mailFrom}>`;
    this.#address = stage.mailFrom;
    this.configurationSetName = `coffer-${stage.name}`;
    const configurationSet = new ses.ConfigurationSet(this, "Set", {
      configurationSetName: this.configurationSetName,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // The product has its own list, from which addresses can be removed.
      disableSuppressionList: true,
    });

    this.events = new Topic(this, "Events", {
      topicName: `coffer-${stage.name}-mail-events`,
      enforceSSL: true,
    });
    const destination = configurationSet.addEventDestination("Returned", {
      destination: ses.EventDestination.snsTopic(this.events),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });
    // SES publishes to the topic when the destination is created, so the topic's policy must exist.
    destination.node.addDependency(this.events);
  }

  sendingRights(): PolicyStatement[] {
    const arn = (resource: string) => Stack.of(this).formatArn({ service: "ses", resource });
    return [
      new PolicyStatement({
        actions: ["ses:SendEmail", "ses:SendRawEmail"],
        // In SES's sandbox the recipient's identity is checked too, so a condition names the sender instead.
        resources: [arn("identity/*"), arn(`configuration-set/${this.configurationSetName}`)],
        conditions: { StringEquals: { "ses:FromAddress": this.#address } },
      }),
      new PolicyStatement({ actions: ["ses:GetSendQuota"], resources: ["*"] }),
    ];
  }
}

type DnsRecord = { output: string; text: string };

/** Retained: verifying a domain again takes days, in which no mail leaves. */
export function createMailIdentity(scope: Construct, stage: Stage): DnsRecord[] {
  if (stage.mailIdentity === "existing" || !hasSender(stage)) return [];
  const name = identityOf(stage);
  const domain = stage.mailIdentity === "domain";
  // A subdomain of the sender's, so that SPF aligns with the From header and DMARC passes by SPF as well as by DKIM.
  const mailFromDomain = `mail.${name}`;
  const identity = new ses.EmailIdentity(scope, "MailIdentity", {
    identity: domain ? ses.Identity.domain(name) : ses.Identity.email(name),
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
