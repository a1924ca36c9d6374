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
  return encoderOf(schema)(value);
}

type Encoder = (value: unknown) => unknown;

/** A cache, so that a schema is not traversed for each of a thousand rows. */
const encoders = new WeakMap<Node, Encoder>();

function encoderOf(node: Node): Encoder {
  const known = encoders.get(node);
  if (known) return known;
  const encodePresent = presentEncoderOf(node);
  const encoder: Encoder = (value) => (value === undefined || value === null ? value : encodePresent(value));
  encoders.set(node, encoder);
  return encoder;
}

function presentEncoderOf({ pipe, wrapped, item, entries, options, type, key = "" }: Node): Encoder {
  if (pipe) {
    const [first, ...steps] = pipe;
    const encodeFirst = encoderOf(first);
    return (value) => encodeFirst(steps.reduceRight((later, step) => step.encode?.(later) ?? later, value));
  }
  if (wrapped) return encoderOf(wrapped);
  if (item) {
    const encodeItem = encoderOf(item);
    return (value) => (Array.isArray(value) ? value.map(encodeItem) : value);
  }
  if (type === "variant")
    return (value) => {
      const kind = Object(value)[key];
      const option = options?.find((one) => one.entries?.[key]?.literal === kind);
      return option ? encoderOf(option)(value) : value;
    };
  if (!entries) return (value) => value;
  const parts = Object.entries(entries).map(([name, entry]) => [name, encoderOf(entry)] as const);
  return (value) => {
    const written: Record<string, unknown> = {};
    for (const [name, encodePart] of parts) {
      const part = Object(value)[name];
      if (part !== undefined) written[name] = encodePart(part);
    }
    return written;
  };
}
