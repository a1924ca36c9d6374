import * as v from "valibot";

/** The place where somebody is signed in, in words; null where that is not known. */
export const device = v.object(v.entriesFromList(["network", "browser", "system"], v.nullable(v.string())));
export type Device = v.InferOutput<typeof device>;
