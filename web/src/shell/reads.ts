import { sharedUsers } from "../api/shared-users.ts";
import { sharedWithMe } from "../api/shared-with-me.ts";

export const reads = () => ({
  sharedWithMe,
  // Whether one's own budget is shared decides how often it is read. No toast where this fails.
  sharedUsers: { ...sharedUsers, meta: {} },
});
