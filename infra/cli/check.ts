import { resolveTxt } from "node:dns/promises";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import type { Stage } from "../config.ts";
import type { Aws } from "./aws.ts";
import {
  type Check,
  type CheckInput,
  checkAlarms,
  checkBootstrap,
  checkCertificate,
  checkCloudFront,
  checkConcurrency,
  checkLeftovers,
  checkModel,
  type Finding,
  good,
  note,
  wrong,
} from "./checks/checks.ts";
import { checkMail } from "./checks/mail.ts";

const checkSettings: Check = async ({ stage }) => {
  const { live, rateLimit, copyBucket, backupCopyVault, signInCheckSecret, secondRegion } = stage;
  const missing = live ? wrong : note;
  return [
    rateLimit === null
      ? note("rate rule", "none; a deployed one will be deleted", "rateLimit in infra/config.ts")
      : good("rate rule", `${rateLimit} requests in five minutes from one address`),
    copyBucket === null && backupCopyVault === null
      ? missing(
          "copy elsewhere",
          "none: losing the region or account loses the data",
          "docs/operations.md, “Losing a region”; copyBucket in infra/config.ts",
        )
      : good("copy elsewhere", `daily, in ${[copyBucket, backupCopyVault].filter(Boolean).join(" and ")}`),
    ...(secondRegion === null ? [] : [good("second region", `a replica of the table in ${secondRegion}`)]),
    signInCheckSecret === null
      ? missing(
          "sign-in check",
          "none: no alarm goes off when people cannot sign in",
          "docs/operations.md, “Seeing what it does”; signInCheckSecret in infra/config.ts",
        )
      : good("sign-in check", "every five minutes"),
  ];
};

const CHECKS: Record<string, Check> = {
  bootstrap: checkBootstrap,
  CloudFront: checkCloudFront,
  concurrency: checkConcurrency,
  leftovers: checkLeftovers,
  mail: checkMail,
  certificate: checkCertificate,
  model: checkModel,
  alarms: checkAlarms,
  settings: checkSettings,
};

export async function checkStage(
  stage: Stage,
  home: Aws,
  usEast1: Aws,
  textRecords = resolveTexts,
  names = Object.keys(CHECKS),
): Promise<Finding[]> {
  let account: string;
  try {
    const identity = await home.sts.send(new GetCallerIdentityCommand({}));
    account = identity.Account ?? "";
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    return [wrong("credentials", reason, "Sign in (aws sso login), or set AWS_PROFILE; then check again")];
  }
  const input: CheckInput = { stage, account, home, usEast1, textRecords };
  const findings = await Promise.all(
    Object.entries(CHECKS)
      .filter(([name]) => names.includes(name))
      .map(async ([name, check]) => check(input).catch((error) => unreadable(name, error))),
  );
  return [good("credentials", `account ${account}, region ${home.region}`), ...findings.flat()];
}

async function resolveTexts(name: string): Promise<string[]> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENODATA", "ENOTFOUND"].includes(String(error.code)))
      return [];
    throw error;
  }
}

const unreadable = (subject: string, error: unknown): Finding =>
  wrong(
    subject,
    `AWS did not answer: ${error instanceof Error ? `${error.name}: ${error.message}` : "unknown error"}`,
    "Check with credentials that may read CloudFormation, CloudFront, Lambda, DynamoDB, Secrets Manager, SES, ACM and Bedrock",
  );

const MARKS = { good: "ok   ", wrong: "WRONG", note: "note " };

export const reportOf = (findings: readonly Finding[]): string =>
  findings
    .map(({ subject, state, says, remedy }) =>
      [`${MARKS[state]}  ${subject}: ${says}.`, ...(remedy ? [`       → ${remedy}`] : [])].join("\n"),
    )
    .join("\n");
