import type { Stack } from "aws-cdk-lib/core";

const page = (region: string, path: string) => `https://${region}.console.aws.amazon.com/${path}`;

/** The console's address encodes a query as JSURL: "*" and a hexadecimal number for most characters. */
export function logsLink(stack: Stack, groups: string[], query: string, region = stack.region): string {
  const text = (value: string) =>
    `'${value.replace(/[^\w.-]/g, (one) => `*${one.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
  const detail = [
    "end~0~start~-10800~timeType~'RELATIVE~unit~'seconds",
    `editorString~${text(query)}`,
    `source~(${groups.map((group) => `~${text(group)}`).join("")})`,
  ].join("~");
  return page(region, `cloudwatch/home?region=${region}#logsV2:logs-insights$3FqueryDetail$3D~(${detail})`);
}

/**
 * Lines of failures: the product's own, Lambda's for an error that was thrown, and Lambda's for a call that it ended.
 */
const FAILED =
  'level in ["error", "ERROR"] or ispresent(errorMessage) or record.status in ["timeout", "error", "failure"]';

/** The queries that lead from an alarm to its cause (docs/operations.md, "Six incidents"). */
export const CAUSES = {
  errors: `fields @timestamp, message, endpoint, requestId, error.name, error.message, errorMessage, record.status | filter level = "WARN" or ${FAILED} | sort @timestamp desc | limit 50`,
  jobs: `filter message = "tick ended" or ${FAILED} | stats count() as times, latest(@timestamp) as last by @log, message, error.message, errorMessage, record.status | sort last desc`,
  serverErrors: `fields @timestamp, message, endpoint, userId, requestId, error.message, errorMessage, record.status | filter status >= 500 or ${FAILED} | sort @timestamp desc | limit 50`,
  slow: 'filter message in ["request", "unanswered"] | stats count() as requests, pct(milliseconds, 99) as p99 by endpoint | sort p99 desc',
  busiest:
    'filter message = "request" | stats sum(readUnits) as reads, sum(writeUnits) as writes, count() as requests by userId, endpoint | sort writes desc | limit 20',
  refusedMail: `filter ${FAILED} | stats count() as times, latest(@timestamp) as last by error.name, error.message, errorMessage, record.status | sort times desc`,
  heldMail: 'filter message = "mail held" | stats count() as times, latest(@timestamp) as last by why',
  // The function's log has the endpoint of its answers; only the access log has calls that did not reach it.
  turnedAway:
    'filter status = 429 | filter message = "request" or functionRequestId = "-" | stats count() as requests by endpoint, userId, error | sort requests desc',
  pages:
    'filter message in ["page error", "policy violation"] | stats count() as times by message, file, line, column, route, directive | sort times desc',
  model:
    'filter message = "model failed" | stats count() as times by error.name, error.message | sort times desc',
};

export const webAclLink = (name: string, id: string): string =>
  page("us-east-1", `wafv2/homev2/web-acl/${name}/${id}/overview?region=global`);

export const sesLink = ({ region }: Stack): string => page(region, `ses/home?region=${region}#/account`);
export const queueLink = ({ region }: Stack): string => page(region, `sqs/v3/home?region=${region}#/queues`);
