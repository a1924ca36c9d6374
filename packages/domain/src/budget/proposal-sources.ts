export const PROPOSAL_SOURCES = ["last-month", "average", "last-year", "zero"] as const;

export type ProposalSource = (typeof PROPOSAL_SOURCES)[number];
