import { type Check, good, note, wrong } from "./finding.ts";

export const checkSettings: Check = async ({ stage }) => {
  const { live, rateLimit, alarmEmail, backupCopyVault, signInCheckSecret } = stage;
  const missing = live ? wrong : note;
  return [
    rateLimit === null
      ? note(
          "rate rule",
          "there is none; one that is deployed will be deleted",
          "rateLimit in infra/config.ts",
        )
      : good("rate rule", `${rateLimit} requests in five minutes from one address`),
    alarmEmail === null
      ? missing(
          "alarms",
          "they are mailed to nobody, and only seen in the console",
          "alarmEmail in infra/config.ts",
        )
      : good("alarms", `mailed to ${alarmEmail} once that address has confirmed AWS's mails`),
    backupCopyVault === null
      ? missing(
          "copy elsewhere",
          "none: the data is lost with its region or account",
          "docs/operations.md, “Losing a region”; backupCopyVault in infra/config.ts",
        )
      : good("copy elsewhere", `daily, in ${backupCopyVault}`),
    signInCheckSecret === null
      ? missing(
          "sign-in check",
          "none: nobody is told when people cannot sign in",
          "docs/operations.md, “Seeing what it does”; signInCheckSecret in infra/config.ts",
        )
      : good("sign-in check", "every five minutes"),
  ];
};
