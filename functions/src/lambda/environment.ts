import { idSource } from "@coffer/domain/id";
import { createClient } from "@coffer/dynamo/table/client";
import { createTable } from "@coffer/dynamo/table/table";
import { createLog, createSecurityLog } from "../log.ts";

/** Set by infra/constructs/functions.ts. */
export const environment = {
  tableName: setting("TABLE_NAME"),
  origin: setting("ORIGIN"),
  sessionKeysSecret: setting("SESSION_KEYS_SECRET"),
  originSecret: setting("ORIGIN_SECRET"),
  signInCheckSecret: setting("SIGN_IN_CHECK_SECRET"),
  mailFrom: setting("MAIL_FROM"),
  sesConfigurationSet: setting("SES_CONFIGURATION_SET"),
  /** Share of SES's sending rate that one instance may use: "0.05" is a twentieth. */
  mailRateShare: Number(setting("MAIL_RATE_SHARE") || 1),
  /** Mails an hour to unverified addresses, for the whole stage. */
  unprovenMailPerHour: Number(setting("UNPROVEN_MAIL_PER_HOUR")) || undefined,
  /** Requests that an instance accepts from one network in five minutes, if no rule at CloudFront limits them. */
  requestsPerNetwork: Number(setting("REQUESTS_PER_NETWORK")) || undefined,
  /** The host that passkeys are bound to; empty for that of `origin`. */
  relyingParty: setting("RELYING_PARTY"),
  /** True: new credentials go into partitions of their own. Set for the API alone, which creates them. */
  credentialsApart: setting("CREDENTIALS_APART") === "true",
  digestQueue: setting("DIGEST_QUEUE"),
  subscriptionQueue: setting("SUBSCRIPTION_QUEUE"),
  bedrockModelId: setting("BEDROCK_MODEL_ID"),
  /** The bucket for copies of the table, as in "NAME" or "ACCOUNT/NAME"; empty for no copies. */
  copyBucket: setting("COPY_BUCKET"),
  /** The deployed source's commit; it ends in "-dirty" if the source had uncommitted changes. */
  commit: setting("COMMIT"),
  functionName: setting("AWS_LAMBDA_FUNCTION_NAME"),
  functionVersion: setting("AWS_LAMBDA_FUNCTION_VERSION"),
};

export const clock = () => Date.now();
export const ids = idSource(clock, Math.random);
export const writeLine = (line: string) => process.stdout.write(`${line}\n`);
export const log = createLog(writeLine);
export const securityLog = createSecurityLog(log, clock);
export const dynamo = createClient();
/** A metric filter of infra/constructs/alarms.ts counts this line. */
export const countTick = () => log.info("tick ended");
/** For functions that need few stores: every bundled store is evaluated at each start. */
export const table = createTable(dynamo, environment.tableName);

/** Empty if unset: each function gets only the settings that it uses. */
function setting(name: string): string {
  return process.env[name] ?? "";
}
