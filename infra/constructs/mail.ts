import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as ses from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";

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
    });

    this.events = new Topic(this, "Events", {
      topicName: `coffer-${stage.name}-mail-events`,
      enforceSSL: true,
    });
    const destination = configurationSet.addEventDestination("Returned", {
      destination: ses.EventDestination.snsTopic(this.events),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });
    // SES publishes to the topic when the destination is created, so the topic's policy has to be there.
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
