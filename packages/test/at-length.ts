/** What `pnpm test --long` takes; otherwise what a few seconds allow. */
export const atLength = <Value>(long: Value, usual: Value): Value => (process.env.COFFER_SOAK ? long : usual);
