import type { Stage } from "../../config.ts";
import { type Check, type Finding, good, note, wrong } from "./finding.ts";

export const checkRateRule: Check = async ({ stage }) =>
  stage.rateLimit === null
    ? note("rate rule", "there is none; one that is deployed will be deleted", "rateLimit in infra/config.ts")
    : good("rate rule", `${stage.rateLimit} requests in five minutes from one address`);

const missing = ({ live }: Stage, subject: string, says: string, setting: string): Finding =>
  (live ? wrong : note)(subject, says, `${setting} in infra/config.ts`);

export const checkAlarms: Check = async ({ stage }) =>
  stage.alarmEmail === null
    ? missing(stage, "alarms", "they are mailed to nobody, and only seen in the console", "alarmEmail")
    : good("alarms", `mailed to ${stage.alarmEmail} once that address has confirmed AWS's mails`);

export const checkCopies: Check = async ({ stage }) =>
  stage.backupCopyVault === null
    ? missing(
        stage,
        "copy elsewhere",
        "none: the data is lost with its region or account",
        "docs/operations.md, “Losing a region”; backupCopyVault",
      )
    : good("copy elsewhere", `daily, in ${stage.backupCopyVault}`);

export const checkSignInCheck: Check = async ({ stage }) =>
  stage.signInCheckSecret === null
    ? missing(
        stage,
        "sign-in check",
        "none: nobody is told when people cannot sign in",
        "docs/operations.md, “Seeing what it does”; signInCheckSecret",
      )
    : good("sign-in check", "every five minutes");
