import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { identityOf, type Stage } from "../config.ts";

/** A DNS record that the operator creates with the provider of the sender's domain. */
type DnsRecord = { output: string; text: string };

/** The sender's identity, the configuration set of all mail, and the topic of bounces and complaints. */
export class Mail extends Construct {
  /** What the sender's domain needs in DNS; none where SES verifies an address, or did so already. */
  readonly records: DnsRecord[];
  readonly configurationSetName: string;
  /** As in a From header. */
  readonly from: string;
  readonly events: Topic;
  readonly #address: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.from = `${stage.mailName} <${stage.mailFrom}>`;
    this.#address = stage.mailFrom;
    this.configurationSetName = `coffer-${stage.name}`;
    const configurationSet = new ConfigurationSet(this, "Set", {
      configurationSetName: this.configurationSetName,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    this.records = createIdentity(this, stage, configurationSet);

    this.events = new Topic(this, "Events", {
      topicName: `coffer-${stage.name}-mail-events`,
      enforceSSL: true,
    });
    const destination = configurationSet.addEventDestination("Returned", {
      destination: EventDestination.snsTopic(this.events),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    // SES publishes to the topic when the destination is created, so the topic's policy has to be there.
    destination.node.addDependency(this.events);
  }

  /** Allows sending as this sender only, and reading how fast that may be. */
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

function createIdentity(scope: Construct, stage: Stage, configurationSet: ConfigurationSet): DnsRecord[] {
  if (stage.mailIdentity === "existing") return [];
  const name = identityOf(stage);
  if (stage.mailIdentity === "address") {
    new EmailIdentity(scope, "Identity", { identity: Identity.email(name), configurationSet });
    return [];
  }
  // A sender domain of its own, so that SPF aligns with the From header and DMARC passes by both of its ways.
  const mailFromDomain = `mail.${name}`;
  const identity = new EmailIdentity(scope, "Identity", {
    identity: Identity.domain(name),
    configurationSet,
    mailFromDomain,
  });
  const reports = stage.alarmEmail ? `; rua=mailto:${stage.alarmEmail}` : "";
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
    { output: "Dmarc", text: `_dmarc.${name} TXT "v=DMARC1; p=none${reports}"` },
  ];
}
