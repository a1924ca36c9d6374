import * as v from "valibot";

/** A reversible step of a schema, for `encode` below. If `decode` returns undefined, the value is refused with `message`. */
export function codec<In, Out>(
  decode: (input: In) => Out | undefined,
  encode: (value: Out) => In,
  message: string | ((input: In) => string),
): v.RawTransformAction<In, Out> {
  const action = v.rawTransform<In, Out>(({ dataset: { value }, addIssue, NEVER }) => {
    const decoded = decode(value);
    if (decoded !== undefined) return decoded;
    addIssue({ message: typeof message === "string" ? message : message(value) });
    return NEVER;
  });
  return Object.assign(action, { encode });
}

type Node = {
  type: string;
  pipe?: readonly [Node, ...Node[]];
  entries?: Record<string, Node>;
  item?: Node;
  wrapped?: Node;
  options?: readonly Node[];
  key?: string;
  literal?: unknown;
  encode?: (value: unknown) => unknown;
};

/** Encodes a value for the wire, the reverse of parsing: cents become decimals. Drops keys that the schema lacks. */
export function encode<Schema extends v.GenericSchema>(
  schema: Schema,
  value: v.InferOutput<Schema>,
): v.InferInput<Schema> {
  return encoded(schema, value);
}

function encoded(node: Node, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (node.pipe) {
    const [first, ...steps] = node.pipe;
    return encoded(
      first,
      steps.reduceRight((later, step) => step.encode?.(later) ?? later, value),
    );
  }
  if (node.wrapped) return encoded(node.wrapped, value);
  const { item, entries, options } = node;
  if (item) return Array.isArray(value) ? value.map((one) => encoded(item, one)) : value;
  if (node.type === "variant") {
    const kind = Object(value)[node.key ?? ""];
    const option = options?.find((one) => one.entries?.[node.key ?? ""]?.literal === kind);
    return option ? encoded(option, value) : value;
  }
  if (!entries) return value;
  const written: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const part = Object(value)[name];
    if (part !== undefined) written[name] = encoded(entry, part);
  }
  return written;
}
