import { BULK_IDS } from "@coffer/core/mail/outbox";

/**
 * How the keys of new items begin by which the table's stream wakes each lane's function. A filter of Lambda cannot
 * say "all but", so the account lane's ids are named: numbers, and previews.
 */
export const BULK_PREFIXES = [...BULK_IDS.map((prefix) => `OUTBOX#${prefix}`), "CAMPAIGN#"];
export const ACCOUNT_PREFIXES = [
  ...Array.from({ length: 10 }, (_, digit) => `OUTBOX#${digit}`),
  "OUTBOX#preview-",
];
