import { expect } from "vitest";

/** Matches a refusal for this reason, in these words if they are given. */
export const refusal = (reason: string, message?: string) =>
  expect.objectContaining({ name: "Refusal", reason, ...(message && { message }) });
