import { mailLane } from "./mail-lane.ts";

/** Mail that many get at once: summaries and announcements. */
export const handler = mailLane("bulk");
