import type { Lane } from "@coffer/core/mail/email-kinds";
import { TASK_PREFIX } from "../task/tasks.ts";
import { outboxKey } from "./outbox-item.ts";

const jobsOf = (lane: Lane): string => outboxKey(`${lane}-`).pk;

/** Beginnings of the keys of new items by which the table's stream wakes each lane's function. */
export const WAKING_PREFIXES: Record<Lane, string[]> = {
  account: [jobsOf("account"), TASK_PREFIX],
  bulk: [jobsOf("bulk"), "CAMPAIGN#"],
};
