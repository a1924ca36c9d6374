import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";

export type Watched = {
  functions: Record<string, IFunction>;
  deadLetters: IQueue;
  /** Answers of the API that are its own fault. */
  serverErrors: IMetric;
};

/** Alarms to one topic; docs/operations.md says for each what it means and what to do. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { stage, watched }: { stage: Stage; watched: Watched }) {
    super(scope, id);
    this.#stage = stage.name;
    this.topic = new Topic(this, "Topic", { topicName: `coffer-${stage.name}-alarms`, enforceSSL: true });
    this.topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com", fromThisAccount(this)));
    if (stage.alarmEmail) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));

    const period = Duration.minutes(5);
    for (const [name, target] of Object.entries(watched.functions)) {
      this.#alarm(`${name}-errors`, target.metricErrors({ period }), 1, `The function ${name} failed`);
      this.#alarm(
        `${name}-throttles`,
        target.metricThrottles({ period }),
        1,
        `The function ${name} was turned away`,
      );
    }
    this.#alarm(
      "dead-letters",
      watched.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      1,
      "An event failed for good and waits in the dead-letter queue",
    );
    this.#alarm(
      "api-5xx",
      watched.serverErrors,
      5,
      "The API answered with 5xx at least five times in five minutes",
    );
    // SES reviews an account at 5 % and 0.1 %.
    this.#alarm("mail-bounces", reputation("BounceRate"), 0.03, "More than 3 % of the mail bounces");
    this.#alarm(
      "mail-complaints",
      reputation("ComplaintRate"),
      0.0005,
      "More than 0.05 % of the mail is called spam",
    );
    if (stage.monthlyBudget) this.#budget(stage.name, stage.monthlyBudget);
  }

  #alarm(id: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    new Alarm(this, id, {
      alarmName: `coffer-${this.#stage}-${id}`,
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.topic));
  }

  #budget(stage: string, amount: number): void {
    this.topic.grantPublish(new ServicePrincipal("budgets.amazonaws.com", fromThisAccount(this)));
    const at = (threshold: number) => ({
      notification: {
        notificationType: "ACTUAL",
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "SNS", address: this.topic.topicArn }],
    });
    const budget = new CfnBudget(this, "Budget", {
      budget: {
        budgetName: `coffer-${stage}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount, unit: "USD" },
      },
      notificationsWithSubscribers: [at(80), at(100)],
    });
    // A budget tries its topic when it is made: the policy has to be there.
    budget.node.addDependency(this.topic);
  }
}

const fromThisAccount = (scope: Construct) => ({
  conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
});

const reputation = (name: string) =>
  new Metric({
    namespace: "AWS/SES",
    metricName: `Reputation.${name}`,
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });
