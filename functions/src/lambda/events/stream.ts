import * as v from "valibot";

const records = v.object({
  Records: v.array(
    v.object({
      eventName: v.optional(v.string()),
      dynamodb: v.object({
        SequenceNumber: v.string(),
        Keys: v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }),
      }),
    }),
  ),
});

type Insert = { key: { pk: string; sk: string }; sequenceNumber: string };

export function insertsOf(event: unknown): Insert[] | undefined {
  const parsed = v.safeParse(records, event);
  if (!parsed.success) return undefined;
  return parsed.output.Records.filter(({ eventName }) => eventName === "INSERT").map(({ dynamodb }) => ({
    key: { pk: dynamodb.Keys.pk.S, sk: dynamodb.Keys.sk.S },
    sequenceNumber: dynamodb.SequenceNumber,
  }));
}
