/** The specified values of a select, in their order, before all others that the browser knows. */
export function firstOf(specified: readonly string[], all: readonly string[]) {
  const others = [...new Set(all)].filter((one) => !specified.includes(one)).sort();
  return [...specified, ...others].map((value, index) => ({
    value,
    group: index < specified.length ? "" : "Others",
  }));
}
