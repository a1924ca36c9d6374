import { expect, inject, test } from "vitest";
import { day } from "../../test/fixtures.ts";
import { freshTable, newUser } from "../../test/store.ts";
import { carryOverDone, revivedBy } from "./after-restore.ts";
import { everything, putBack } from "./backup.ts";

const AT = Date.parse("2026-11-20T09:00:00Z");
const LATER = AT + 3_600_000;

const summary = (userId: number, createdAt: number) => ({
  id: `digest-${userId}-2026-11-20`,
  mail: { kind: "digest", to: "ana@example.com", day: day("2026-11-20"), preview: false } as const,
  createdAt,
  userId,
});

/** A stage's table, and a restored one with what it held when `restore` was called. */
async function tables() {
  const [left, restored] = [await freshTable(inject("engine")), await freshTable(inject("engine"))];
  const restore = async () => {
    for await (const page of everything(left.client, left.name))
      await putBack(restored.client, restored.name, page);
  };
  return { left, restored, restore, both: { dynamo: left.client, left: left.name, restored: restored.name } };
}

async function sent(store: Awaited<ReturnType<typeof freshTable>>["store"], id: string) {
  const claim = await store.outbox.claim(id, LATER, LATER + 60_000);
  if (!claim) throw new Error("the mail is not due");
  await store.outbox.done(claim, "sent", LATER);
}

test("a summary that was sent since the instant is not sent again, whether it waited then or came later", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.outbox.add(summary(1, AT - 1_000));
  await restore();
  await left.store.outbox.add(summary(2, AT + 1_000));
  await sent(left.store, "digest-1-2026-11-20");
  await sent(left.store, "digest-2-2026-11-20");

  expect(await carryOverDone(both, AT)).toBe(2);

  expect(await restored.store.outbox.due("bulk", LATER, 10)).toEqual([]);
  expect(await restored.store.outbox.add(summary(1, LATER))).toBe(false);
  expect(await restored.store.outbox.add(summary(2, LATER))).toBe(false);
});

test("mail that waited then and waits still is sent, and mail that came later and waits is not brought back", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.outbox.add(summary(1, AT - 1_000));
  await restore();
  await left.store.outbox.add(summary(2, AT + 1_000));

  await carryOverDone(both, AT);

  expect(await restored.store.outbox.due("bulk", LATER, 10)).toEqual(["digest-1-2026-11-20"]);
});

test("the schedule goes on from the last tick, not from the one before the instant", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.digests.completeTick(AT - 300_000, AT);
  await restore();
  await left.store.digests.completeTick(LATER, LATER);

  await carryOverDone(both, AT);

  expect((await restored.store.digests.progress(LATER)).last).toBe(LATER);
});

test("whoever changed a password since is named, and nobody else", async () => {
  const { left, restore, both } = await tables();
  await newUser(left.store, { id: 1, email: "ana@example.com" });
  await newUser(left.store, { id: 2, email: "ben@example.com" });
  await restore();
  const key = (
    await left.table.query({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "USER#0000000000000001" },
    })
  ).find(({ sk }) => sk === "PROFILE");
  if (!key) throw new Error("no profile");
  await left.table.put({ ...key, pk: key.pk ?? "", sk: key.sk ?? "", passwordHash: "another" });

  expect(await revivedBy(both)).toEqual({ accounts: ["1"], shares: [] });
});

test("a share that ended since is named, and one that stands is not", async () => {
  const { left, restore, both } = await tables();
  const share = (recipient: string) => ({
    pk: "BUDGET#0000000000000001",
    sk: `SHARE#${recipient}`,
    permission: "view_only",
  });
  await left.table.put(share("0000000000000002"));
  await left.table.put(share("0000000000000003"));
  await restore();
  await left.table.delete({ pk: "BUDGET#0000000000000001", sk: "SHARE#0000000000000002" });

  expect((await revivedBy(both)).shares).toEqual(["BUDGET#0000000000000001 SHARE#0000000000000002"]);
});
