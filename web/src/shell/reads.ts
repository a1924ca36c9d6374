import { sharedWithMe } from "../api/shared-with-me.ts";

export const reads = () => ({ sharedWithMe });
