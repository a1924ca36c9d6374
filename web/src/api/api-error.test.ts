import { expect, test } from "vitest";
import { ApiError, CHECK_CONNECTION, messageOf } from "./api-error.ts";

test("a server error is not blamed on the connection, whoever answers", () => {
  expect(messageOf(new ApiError(503, "<html>", "Service Unavailable"), CHECK_CONNECTION)).toBe(
    "The server has a problem at the moment. Please try again in a minute.",
  );
  expect(messageOf(new ApiError(500, '{"message":"Something went wrong"}', ""), CHECK_CONNECTION)).toBe(
    "Something went wrong",
  );
});

test("a call without an answer is blamed on the connection", () => {
  expect(messageOf(new TypeError("Failed to fetch"), CHECK_CONNECTION)).toBe(CHECK_CONNECTION);
});

test("an error without the server's message names what failed", () => {
  const fallback = "Failed to create goal. Please try again.";
  expect(messageOf(new ApiError(502, "", "Bad Gateway"), fallback)).toBe(fallback);
});
