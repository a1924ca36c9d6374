import { mailLane } from "./mail-lane.ts";

/** What one person waits for: links, notices, invitations. */
export const handler = mailLane("account");
