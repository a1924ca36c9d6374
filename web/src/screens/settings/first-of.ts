/** The options of a select: the specified values in their order, before all others by their labels. */
export function firstOf(
  specified: readonly string[],
  all: readonly string[],
  labelOf: (value: string) => string,
) {
  const option = (value: string, group = "") => ({ value, label: labelOf(value), group });
  const others = [...new Set(all)].filter((one) => !specified.includes(one));
  return [
    ...specified.map((value) => option(value)),
    ...others.map((value) => option(value, "Others")).sort((a, b) => (a.label < b.label ? -1 : 1)),
  ];
}
