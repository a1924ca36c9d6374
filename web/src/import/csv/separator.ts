export const SEPARATORS = [";", ",", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];
