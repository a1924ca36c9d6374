import * as v from "valibot";

export const storedKey = v.object({ pk: v.string(), sk: v.string() });
