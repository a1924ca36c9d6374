import { mailLane } from "./mail-lane.ts";

/** Mail that one person waits for: links, notices, invitations. */
export const handler = mailLane("account");
