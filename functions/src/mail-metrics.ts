import type { Lane } from "@coffer/core/mail/email-kinds";
import type { OutboxStore } from "@coffer/core/mail/outbox";
import type { Metric } from "./metrics.ts";

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
