import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { outboxPage } from "./outbox-page.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-outbox-page-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "account-1.eml"), "Subject: Hello\r\nTo: ana@example.com\r\n\r\nSecret link\r\n");
writeFileSync(join(folder, "..", "coffer-outside.eml"), "Subject: Outside\r\n\r\n");
afterAll(() => rmSync(join(folder, "..", "coffer-outside.eml")));
const app = outboxPage(folder);
const PAGES = [
  "/_outbox",
  "/_outbox/account-1.eml",
  "/_outbox/account-1.eml/html",
  "/_outbox/account-1.eml/source",
];

test.each(PAGES)("hides %s from other sites", async (path) => {
  for (const site of [undefined, "none", "same-origin"]) {
    const answer = await app.request(path, { headers: site ? { "sec-fetch-site": site } : {} });
    expect([site, answer.status]).toEqual([site, 200]);
  }
  for (const site of ["cross-site", "same-site"]) {
    const answer = await app.request(path, { headers: { "sec-fetch-site": site } });
    expect([site, answer.status]).toEqual([site, 403]);
    expect(await answer.text()).not.toContain("Secret");
  }
});

test("opens no file outside its folder", async () => {
  for (const name of ["..%2Fcoffer-outside.eml", "../coffer-outside.eml", "none.eml", "account-1"])
    expect((await app.request(`/_outbox/${name}/source`)).status).toBe(404);
});
