import { createDelivery } from "@coffer/core/mail/delivery";
import { emailJob } from "@coffer/core/mail/outbox";
import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { expect, inject, test } from "vitest";
import { freshTable, idsInARow } from "../../packages/test/store.ts";
import { waitingMetrics } from "./metrics.ts";

test("mail is late from the fifth minute of an outage", async () => {
  const { store } = await freshTable(inject("engine"));
  const time = { now: Date.parse("2026-11-21T00:00:00Z") };
  const start = time.now;
  const clock = () => time.now;
  let isAway = true;
  const mailer = {
    async send() {
      if (isAway) throw new Error("Daily message quota exceeded.");
    },
  };
  const renderEmail = () => ({ subject: "", html: "", text: "" });
  const { sweep } = createDelivery(store, { clock, origin: "https://coffer.test", mailer, renderEmail });
  const ids = idsInARow();
  const tick = async () => {
    await sweep(["account"]);
    return waitingMetrics(store, "account", time.now);
  };
  for (; time.now < start + 6 * HOUR_MS; time.now += 5 * MINUTE_MS) {
    // A password is forgotten every hour.
    if ((time.now - start) % HOUR_MS === 0) {
      const mail = { kind: "verify-email", to: "ana@example.com", firstName: "Ana", link: "" } as const;
      await store.outbox.add(emailJob({ clock, ids }, mail, null));
    }
    const { lateAccountMail } = await tick();
    expect(lateAccountMail).toBe(Math.ceil((time.now - start) / HOUR_MS));
  }
  expect(await tick()).toEqual({ oldestAccountMailSeconds: 6 * 3600, lateAccountMail: 6 });
  isAway = false;
  time.now += 6 * HOUR_MS;
  expect(await tick()).toEqual({ oldestAccountMailSeconds: 0, lateAccountMail: 0 });
});
