import { shareNotice } from "@coffer/domain/notification/notification";
import { expect, inject, test } from "vitest";
import { freshTable, recording } from "../../../test/store.ts";

test("the end of a share notifies as many members as a ledger can have, once each", async () => {
  const { store, table } = await freshTable(inject("engine"));
  const share = { id: 5, ownerId: 1, recipientId: 2, permission: "member", note: null } as const;
  const granted = { ...share, email: "b@example.com", opened: true, mailed: true, invitedBy: 1 };
  await store.shares.grant(granted, {}, { household: null });
  const notice = shareNotice("left", 5, "Ben Stone");
  const told = Array.from({ length: 99 }, (_, index) => {
    const userId = index + 3;
    const to = `member-${userId}@example.com`;
    const mail = {
      kind: "notice",
      to,
      firstName: "M",
      about: "share",
      text: notice.text,
      link: "/",
    } as const;
    return {
      userId,
      notification: { ...notice, at: 1, read: false },
      mail: { id: `account-notice-${userId}`, mail, createdAt: 1, userId },
    };
  });
  const household = await store.households.get(1);
  const ended = { recording: recording(), notifications: told, household };
  expect(await store.shares.remove(granted, ended)).toBe(true);
  for (const { userId, mail } of told) {
    expect(await store.notifications.list(userId)).toHaveLength(1);
    expect(await table.get({ pk: `OUTBOX#${mail.id}`, sk: "MAIL" })).toBeDefined();
  }
  expect((await store.households.get(1)).revision).toBe(1);
});
