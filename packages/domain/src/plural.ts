/** Takes a count and a noun; returns both, in agreement: "1 day", "12 days". */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
