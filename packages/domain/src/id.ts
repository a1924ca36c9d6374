/** A positive safe integer that sorts by creation. */
export type Id = number;
