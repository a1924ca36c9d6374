import { describe, expect, test } from "vitest";
import { roomFor } from "./room.ts";

const ROOM = { today: 25_000, inAll: 250_000, inReview: 25_000, refused: null };
const COMING = { fresh: 10, toReview: 2, foreign: 0 };

describe("whether an import would be refused", () => {
  test.each([
    ["a small import", {}, {}, [], false],
    ["an unverified address", { refused: "Verify it." }, { fresh: 30_000 }, ["Verify it."], true],
    [
      "more than a day's limit",
      {},
      { fresh: 100_000 },
      ["25,000 of these come in today. The other 75,000"],
      false,
    ],
    ["a day's limit that is used up", { today: 0 }, {}, ["reached today. Import these tomorrow."], true],
    ["more than a budget holds", { inAll: 4 }, {}, ["room for 4 more rows, so 6 of these"], false],
    ["a full budget", { inAll: 0 }, {}, ["This budget is full."], true],
    ["a full review", { inReview: 1 }, {}, ["has room for 1. Give categories to 1 more"], true],
    ["rows of another currency", {}, { foreign: 1 }, ["1 row in another currency stays out"], false],
    [
      "a file without new rows, in a full budget",
      { today: 0, inAll: 0 },
      { fresh: 0, toReview: 0 },
      [],
      false,
    ],
  ])("is answered for %s", (_what, room, coming, expected, isBlocked) => {
    const { notes, ...rest } = roomFor({ ...ROOM, ...room }, { ...COMING, ...coming });
    expect(notes).toEqual(expected.map((part) => expect.stringContaining(part)));
    expect(rest.isBlocked).toBe(isBlocked);
  });
});
