import { expect, test } from "vitest";
import { withinDeadline } from "./deadline.ts";

test("work within its time is answered as it is, and its failure stays its own", async () => {
  expect(await withinDeadline(Promise.resolve(7), 1_000)).toBe(7);
  await expect(withinDeadline(Promise.reject(new Error("defect")), 1_000)).rejects.toThrow("defect");
});
