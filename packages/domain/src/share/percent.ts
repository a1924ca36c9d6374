/** Whole hundredths of a percent, of which 10,000 are all. */
export function hundredthsOf(percent: number): number {
  return Math.round(percent * 100);
}
