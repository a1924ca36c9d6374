import { beforeAll, describe, expect, test } from "vitest";
import { CALLS, sampleOf } from "./calls.ts";
import { createFixtures, type Fixtures, signedIn } from "./fixtures.ts";
import { startProduct } from "./harness.ts";

/** The event that a valid call of an endpoint logs. Endpoints that log none are left out. */
const LOGGED: Partial<Record<string, string>> = {
  "users.login": "signed-in",
  "users.register": "signed-in",
  "users.logout": "session-ended",
  "users.resetPassword": "password-reset",
  "users.leave": "account-deletion-started",
  "users.takeBackEmail": "email-taken-back",
  "users.changePassword": "password-changed",
  "devices.signOut": "session-ended",
  "devices.signOutOthers": "session-ended",
  "passkeys.add": "second-factor-added",
  "passkeys.remove": "second-factor-removed",
  "passkeys.signIn": "signed-in",
  "totp.confirm": "second-factor-added",
  "totp.remove": "second-factor-removed",
  "review.add": "import",
  "totp.removeOf": "second-factor-removed",
  "imports.add": "import",
  "portability.export": "export",
  "portability.restore": "restore",
  "sharing.share": "share-offered",
  "sharing.remove": "share-ended",
  "sharing.leave": "share-ended",
  "ledger.removeMember": "share-ended",
  "admin.sendEmail": "mass-mail",
  "admin.setAdmin": "administrator-revoked",
  "admin.removeUser": "account-deletion-started",
};

describe("a valid call leaves in the log what it should and no more:", () => {
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await createFixtures(await startProduct());
  });

  test.each(CALLS)("$name", async (call) => {
    const { product, admin, owner } = fixtures;
    const newcomer = call.name === "portability.restore" ? await product.person() : undefined;
    const person = newcomer ?? (call.endpoint.access === "admin" ? admin : owner);
    const { method, path, body } = await sampleOf(call, fixtures, await signedIn(person));
    product.securityLines.splice(0);
    await person.send(method, path, body);
    const events = product.securityLines.map((line) => JSON.parse(line).event);
    expect([...new Set(events)]).toEqual([LOGGED[call.name]].filter(Boolean));
  });
});
