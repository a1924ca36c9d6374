import { type Check, good, note } from "./finding.ts";

export const checkRateRule: Check = async ({ stage }) => [
  stage.rateLimit === null
    ? note("rate rule", "there is none; one that is deployed will be deleted", "rateLimit in infra/config.ts")
    : good("rate rule", `${stage.rateLimit} requests in five minutes from one address`),
];

export const checkAlarms: Check = async ({ stage }) => [
  stage.alarmEmail === null
    ? note(
        "alarms",
        "they are mailed to nobody, and only seen in the console",
        "alarmEmail in infra/config.ts",
      )
    : good("alarms", `mailed to ${stage.alarmEmail} once that address has confirmed AWS's mails`),
];
