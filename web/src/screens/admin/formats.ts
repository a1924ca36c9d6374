export const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** "Nov 22, 2026, 06:45" */
export const INSTANT = { dateStyle: "medium", timeStyle: "short" } as const;
