import type { Lane } from "@coffer/core/mail/email-kinds";
import type { OutboxStore } from "@coffer/core/mail/outbox";

/** A line of the log in CloudWatch's embedded metric format becomes a metric of this namespace. */
export const METRICS_NAMESPACE = "Coffer";

/** The units are CloudWatch's. Each metric costs 0.30 dollars a month for each function that measures it. */
const METRICS = {
  milliseconds: "Milliseconds",
  coldStarts: "Count",
  readUnits: "Count",
  writeUnits: "Count",
  oldestAccountMailSeconds: "Seconds",
  oldestBulkMailSeconds: "Seconds",
  postponedMail: "Count",
  heldMail: "Count",
  givenUpMail: "Count",
  bulkQuotaPercent: "Percent",
  users: "Count",
  activeUsers: "Count",
  ticks: "Count",
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

const AGES = { account: "oldestAccountMailSeconds", bulk: "oldestBulkMailSeconds" } as const;

export async function waitingMetrics(
  stores: { outbox: Pick<OutboxStore, "waiting"> },
  lane: Lane,
  now: number,
): Promise<Partial<Record<Metric, number>>> {
  const { since, postponed } = await stores.outbox.waiting(lane);
  const age = since === null ? 0 : Math.max(0, Math.round((now - since) / 1_000));
  return { [AGES[lane]]: age, postponedMail: postponed };
}
