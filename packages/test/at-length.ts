/** `long` with `pnpm test --long`; otherwise `usual`, which takes a few seconds. */
export const atLength = <Value>(long: Value, usual: Value): Value => (process.env.COFFER_SOAK ? long : usual);
