import { mailLane } from "./mail-lane.ts";

/** What many get at once: summaries and announcements. */
export const handler = mailLane("bulk");
