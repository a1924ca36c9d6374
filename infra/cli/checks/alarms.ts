import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { topicNames } from "../../config.ts";
import { type Aws, isRefusal } from "../aws.ts";
import { type Check, good, note, wrong } from "./finding.ts";

/** A subscription that nobody confirms is deleted by AWS after some days, and its alarms are mailed to nobody. */
export const checkAlarms: Check = async ({ stage, account, home, usEast1 }) => {
  const { live, alarmEmail, backupCopyVault } = stage;
  const subject = "alarms";
  const remedy = "alarmEmail in infra/config.ts";
  const toNobody = "they are mailed to nobody, and only seen in the console";
  if (alarmEmail === null) return (live ? wrong : note)(subject, toNobody, remedy);
  const names = topicNames(stage.name, home.region);
  const topics: [Aws, string][] = [
    [home, names.app],
    [usEast1, names.edge],
  ];
  if (backupCopyVault) topics.push([home, names.backup]);
  const arns = topics.map(([{ sns, region }, name]) => ({
    sns,
    arn: `arn:aws:sns:${region}:${account}:${name}`,
  }));
  const states = await Promise.all(arns.map(({ sns, arn }) => stateOf(sns, arn, alarmEmail)));
  const inState = (state: string) => arns.filter((_, index) => states[index] === state).map(({ arn }) => arn);
  const [unconfirmed, missing] = [inState("unconfirmed"), inState("missing")];
  if (unconfirmed.length > 0)
    return wrong(
      subject,
      `${alarmEmail} has not confirmed ${unconfirmed.join(", ")}, so those are mailed to nobody`,
      "Click the link in each of the mails from AWS Notifications",
    );
  if (missing.length > 0)
    return wrong(
      subject,
      `${alarmEmail} is not subscribed to ${missing.join(", ")} any more`,
      `aws sns subscribe --protocol email --notification-endpoint ${alarmEmail} --topic-arn ${missing[0]}, and click the link in the mail`,
    );
  return good(
    subject,
    states.includes("not deployed") ? `will be mailed to ${alarmEmail}` : `mailed to ${alarmEmail}`,
  );
};

async function stateOf(sns: Aws["sns"], TopicArn: string, address: string) {
  try {
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    const found = Subscriptions.find(({ Endpoint }) => Endpoint?.toLowerCase() === address.toLowerCase());
    if (!found) return "missing";
    return found.SubscriptionArn?.startsWith("arn:") ? "confirmed" : "unconfirmed";
  } catch (error) {
    if (isRefusal(error, "NotFoundException", "NotFound")) return "not deployed";
    throw error;
  }
}
