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

/** What appeared in the table, by the stream: partition keys with what names their records. */
type Appeared = { pk: string; record: string };

/** Takes an event of the table's stream; returns what was inserted; undefined if the event is another one. */
export function insertsOf(event: unknown): Appeared[] | undefined {
  const parsed = v.safeParse(records, event);
  if (!parsed.success) return undefined;
  return parsed.output.Records.filter(({ eventName }) => eventName === "INSERT").map(({ dynamodb }) => ({
    pk: dynamodb.Keys.pk.S,
    record: dynamodb.SequenceNumber,
  }));
}
