import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
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
import type { Stage } from "../config.ts";

/** The sender's identity, the set that all mail goes out under, and the topic on which bounces and complaints return. */
export class Mail extends Construct {
  readonly identity: EmailIdentity;
  readonly configurationSetName: string;
  /** As a mail's From header has it. */
  readonly from: string;
  readonly events: Topic;
  readonly #address: string;

  constructor(scope: Construct, id: string, { name, mailFrom, mailName, mailIdentity }: Stage) {
    super(scope, id);
    this.from = `${mailName} <${mailFrom}>`;
    this.#address = mailFrom;
    this.configurationSetName = `coffer-${name}`;
    const domain = mailFrom.slice(mailFrom.indexOf("@") + 1);
    const configurationSet = new ConfigurationSet(this, "Set", {
      configurationSetName: this.configurationSetName,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    this.identity = new EmailIdentity(this, "Identity", {
      identity: mailIdentity === "domain" ? Identity.domain(domain) : Identity.email(mailFrom),
      configurationSet,
    });

    this.events = new Topic(this, "Events", { topicName: `coffer-${name}-mail-events`, enforceSSL: true });
    this.events.grantPublish(
      new ServicePrincipal("ses.amazonaws.com", {
        conditions: { StringEquals: { "AWS:SourceAccount": Stack.of(this).account } },
      }),
    );
    const destination = configurationSet.addEventDestination("Returned", {
      destination: EventDestination.snsTopic(this.events),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    // SES tries the topic when the destination is made: its policy has to be there.
    destination.node.addDependency(this.events);
  }

  /** What a function needs to send as this sender, and as nobody else. */
  sendingRights(): PolicyStatement {
    const arn = (resource: string) => Stack.of(this).formatArn({ service: "ses", resource });
    return new PolicyStatement({
      actions: ["ses:SendEmail", "ses:SendRawEmail"],
      // In SES's sandbox the recipient's identity is checked as well, so the condition says who may be the sender.
      resources: [arn("identity/*"), arn(`configuration-set/${this.configurationSetName}`)],
      conditions: { StringEquals: { "ses:FromAddress": this.#address } },
    });
  }
}
