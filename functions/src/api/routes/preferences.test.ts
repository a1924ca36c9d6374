import { userReply } from "@coffer/contract/session";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { freshAddress, type InvalidField, invalidField, newUser, tokenOf } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const tokenFor = async (kind: string, to: string) => tokenOf(await product.linkFor(kind, to));

const NOTIFICATIONS: InvalidField[] = [
  ["emailNotifications", "yes", "Daily summary is on or off"],
  ["notificationTime", "24:00", "Use a time as HH:MM"],
  ["notificationTime", undefined, "Choose a time"],
  ["timeZone", "Mars/Olympus", "Choose one of the offered time zones"],
];
const PREFERENCES: InvalidField[] = [
  ["currency", "DOGE", "Choose one of the offered currencies"],
  ["aiRecommendations", 1, "AI recommendations are on or off"],
  ["notifications", "off", "Notifications are on or off"],
];

describe("preferences", () => {
  const on = { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" };

  test("of the daily summary are saved", async () => {
    const person = await product.person();
    const { status, body } = await person.put("/api/notification-preferences", on);
    expect(status).toBe(200);
    expect(body).toMatchObject(on);
    expect((await person.get("/api/user")).body).toEqual(body);
    expect((await product.profile(person.id))?.scheduleSk).toBeDefined();
    await person.put("/api/notification-preferences", { ...on, emailNotifications: false });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test("of its frequency are kept if a payload omits them", async () => {
    const person = await product.person();
    expect((await person.put("/api/notification-preferences", on)).body).toMatchObject({
      frequency: "daily",
      weekday: 1,
    });
    const weekly = { frequency: "weekly", weekday: 5 };
    expect((await person.put("/api/notification-preferences", { ...on, ...weekly })).body).toMatchObject(
      weekly,
    );
    const later = { ...on, notificationTime: "08:00" };
    expect((await person.put("/api/notification-preferences", later)).body).toMatchObject({
      ...later,
      ...weekly,
    });
    const { body } = await person.put("/api/notification-preferences", { ...on, frequency: "monthly" });
    expect(body).toMatchObject({ frequency: "monthly", weekday: 5 });
  });

  test.each([
    ["frequency", "yearly", "Frequency must be daily, weekly or monthly"],
    ["weekday", 7, "Weekday must be 0 (Sunday) to 6"],
    ["weekday", 1.5, "Weekday must be 0 (Sunday) to 6"],
  ])("refuse the %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const answer = await person.put("/api/notification-preferences", { ...on, [path]: value });
    expect(answer).toMatchObject({ status: 400, body: invalidField(path, message) });
  });

  test("accept every known time zone and currency", async () => {
    const person = await product.person();
    for (const [sent, timeZone] of [
      ["Europe/Berlin", "Europe/Berlin"],
      ["utc", "UTC"],
      [
        "Asia/Kolkata",
        new Intl.DateTimeFormat("en", { timeZone: "Asia/Kolkata" }).resolvedOptions().timeZone,
      ],
    ])
      expect(await person.put("/api/notification-preferences", { ...on, timeZone: sent })).toMatchObject({
        status: 200,
        body: { timeZone },
      });
    for (const currency of ["CHF", "KWD", "SEK"])
      expect(await person.put("/api/preferences", { currency })).toMatchObject({
        status: 200,
        body: { currency },
      });
    expect((await person.get("/api/user")).body).toMatchObject({ currency: "SEK" });
  });

  test("that skip the summary's time still send today's summary", async () => {
    // 10:00 in New York.
    const person = await product.person();
    const save = (notificationTime: string, more: object = {}) =>
      person.put("/api/notification-preferences", {
        emailNotifications: true,
        timeZone: "America/New_York",
        notificationTime,
        ...more,
      });
    const digests = async () =>
      (await product.mailsTo(person.email)).flatMap(({ kind, day }) => (kind === "digest" ? [day] : []));
    await save("15:00");
    expect(await digests()).toEqual([]);
    await save("09:59", { emailNotifications: false });
    await save("15:00");
    await save("09:30");
    expect(await digests()).toEqual(["2026-11-21"]);
    await product.core.digests.tick(product.clock());
    await save("15:00");
    // 15:00 in London.
    await save("14:30", { timeZone: "Europe/London" });
    expect(await digests()).toEqual(["2026-11-21"]);
  });

  test("that change between the summary's time and its tick lose no summary", async () => {
    const person = await product.person();
    const save = (notificationTime: string) =>
      person.put("/api/notification-preferences", {
        emailNotifications: true,
        timeZone: "America/New_York",
        notificationTime,
      });
    await save("09:56");
    await save("08:00");
    const kinds = (await product.mailsTo(person.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "digest")).toHaveLength(1);
  });

  test("schedule no summary while the address is not verified", async () => {
    const person = await product.person({ verified: false });
    await person.put("/api/notification-preferences", on);
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
    await product
      .visitor()
      .post("/api/verify-email", { token: await tokenFor("verify-email", person.email) });
    expect((await product.profile(person.id))?.scheduleSk).toBeDefined();
    await person.put("/api/user", { ...newUser(), email: freshAddress() });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test.each(NOTIFICATIONS)("refuse %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/notification-preferences", { ...on, [path]: value });
    expect([status, body]).toEqual([400, invalidField(path, message)]);
  });

  test("can be saved one by one", async () => {
    const person = await product.person();
    expect((await person.put("/api/preferences", { currency: "JPY" })).body).toMatchObject({
      currency: "JPY",
      aiRecommendations: true,
    });
    const { body } = await person.put("/api/preferences", { aiRecommendations: false, notifications: false });
    expect(body).toMatchObject({ currency: "JPY", aiRecommendations: false, notifications: false });
    expect(v.is(v.strictObject(userReply.entries), body)).toBe(true);
    expect((await person.put("/api/preferences", {})).body).toEqual(body);
  });

  test.each(PREFERENCES)("refuse %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/preferences", { [path]: value });
    expect([status, body]).toEqual([400, invalidField(path, message)]);
  });

  test("changed concurrently are all saved", async () => {
    const person = await product.person();
    const answers = await Promise.all([
      person.put("/api/preferences", { currency: "EUR" }),
      person.put("/api/notification-preferences", on),
      person.put("/api/user", { ...newUser(), email: person.email, firstName: "Bea" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await person.get("/api/user")).body).toMatchObject({ ...on, currency: "EUR", firstName: "Bea" });
  });
});

describe("unsubscribing", () => {
  test("works repeatedly without signing in", async () => {
    const person = await product.person();
    await person.put("/api/notification-preferences", {
      emailNotifications: true,
      notificationTime: "07:30",
      timeZone: "Europe/Paris",
    });
    await person.put("/api/preferences", { notifyBy: "mail" });
    const token = await product.unsubscribeToken(person.id);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await product
        .visitor()
        .send("POST", `/api/unsubscribe/${token}`, "List-Unsubscribe=One-Click", {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "cross-site",
          origin: "https://mail.example",
        });
      expect([status, body]).toEqual([
        200,
        { message: "You will no longer receive daily summaries, notifications or announcements by email." },
      ]);
    }
    expect((await person.get("/api/user")).body).toMatchObject({
      emailNotifications: false,
      notifyBy: "product",
    });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test("does not work with somebody else's token", async () => {
    const [person, other] = await Promise.all([product.person(), product.person()]);
    const [, secret] = (await product.unsubscribeToken(other.id)).split(".");
    for (const token of [`${person.id}.${secret}`, `${person.id}.${"x".repeat(32)}`, "x", `0.${secret}`]) {
      const { status, body } = await product.visitor().post(`/api/unsubscribe/${token}`);
      expect([status, body]).toEqual([404, { message: "This unsubscribe link is not valid" }]);
    }
  });
});
