/** SES repeats this tag in the events of mail to an unverified address. */
export const UNPROVEN_TAG = { Name: "recipient", Value: "unproven" } as const;
