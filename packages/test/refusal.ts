import { expect } from "vitest";

/** Matches a refusal with this reason and, if given, this message. */
export const refusal = (reason: string, message?: string) =>
  expect.objectContaining({ name: "Refusal", reason, ...(message && { message }) });
