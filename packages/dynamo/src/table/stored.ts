import * as v from "valibot";

export const storedKey = v.object({ pk: v.string(), sk: v.string() });

export const storedDevice = v.object({
  network: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
});
