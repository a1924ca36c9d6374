import { mailLane } from "./mail-lane.ts";

export const handler = mailLane("bulk");
