/** `long` with `pnpm test --long`, otherwise `usual`. */
export const atLength = <Value>(long: Value, usual: Value): Value => (process.env.COFFER_SOAK ? long : usual);
