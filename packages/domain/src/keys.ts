/** The names in a table, in its order. */
export const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table).filter((name): name is Name => name in table);
