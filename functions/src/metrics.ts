import type { Lane } from "@coffer/core/mail/email-kinds";
import type { OutboxStore } from "@coffer/core/mail/outbox";
import { MINUTE_MS } from "@coffer/domain/time/day";

/** A line of the log in CloudWatch's embedded metric format becomes a metric of this namespace. */
export const METRICS_NAMESPACE = "Coffer";

/** The units are CloudWatch's. Each metric costs 0.30 dollars a month for each function that measures it. */
const METRICS = {
  oldestAccountMailSeconds: "Seconds",
  oldestBulkMailSeconds: "Seconds",
  lateAccountMail: "Count",
  heldMail: "Count",
  givenUpMail: "Count",
  bulkQuotaPercent: "Percent",
  serverErrors: "Count",
  modelFailures: "Count",
} as const;

export type Metric = keyof typeof METRICS;

export const METRICS_DIMENSION = "FunctionName";
/** Separates the errors of a new version from those of the old one during a deployment. */
export const VERSION_DIMENSION = "FunctionVersion";

/** `properties` must hold no personal data, and no metric's name. `at` in milliseconds. */
export function metricsLine(
  functionName: string,
  at: number,
  metrics: Partial<Record<Metric, number>>,
  properties: Record<string, unknown> = {},
  version?: string,
): string {
  const measured = Object.entries(METRICS).filter(([name]) => name in metrics);
  return JSON.stringify({
    level: "info",
    ...properties,
    ...metrics,
    [METRICS_DIMENSION]: functionName,
    ...(version && { [VERSION_DIMENSION]: version }),
    _aws: {
      Timestamp: at,
      CloudWatchMetrics: [
        {
          Namespace: METRICS_NAMESPACE,
          Dimensions: [[METRICS_DIMENSION, ...(version ? [VERSION_DIMENSION] : [])]],
          Metrics: measured.map(([Name, Unit]) => ({ Name, Unit })),
        },
      ],
    },
  });
}

/** A mail about an account is late if it has waited this long. */
export const LATE_MS = 5 * MINUTE_MS;

export async function waitingMetrics(
  stores: { outbox: Pick<OutboxStore, "waiting"> },
  lane: Lane,
  now: number,
): Promise<Partial<Record<Metric, number>>> {
  const since = await stores.outbox.waiting(lane);
  const oldest = Math.round((now - Math.min(now, ...since)) / 1_000);
  if (lane === "bulk") return { oldestBulkMailSeconds: oldest };
  const late = since.filter((one) => now - one >= LATE_MS).length;
  return { oldestAccountMailSeconds: oldest, lateAccountMail: late };
}
