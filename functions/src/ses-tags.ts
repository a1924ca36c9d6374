/** SES repeats it in the events of a message that went to an address which was never proven. */
export const UNPROVEN_TAG = { Name: "recipient", Value: "unproven" } as const;
