import type { Access } from "@coffer/contract/endpoint";
import { inBatches } from "@coffer/domain/batches";
import { beforeAll, describe, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { CALLS, type Call, sampleOf } from "./calls.ts";
import { CATEGORY, createFixtures, type Fixtures, type Person, shareWith, signedIn } from "./fixtures.ts";
import { startProduct } from "./harness.ts";

// docs/promises.md S1: every call of the contract, in the owner's budget, by every role.

/** Repeats the product's rule, which is tested. */
const MAY: Record<string, Access[]> = {
  anonymous: ["anyone"],
  stranger: ["anyone", "user"],
  formerMember: ["anyone", "user"],
  memberOfAnother: ["anyone", "user"],
  view_only: ["anyone", "user", "read"],
  edit_transactions: ["anyone", "user", "read", "transactions"],
  edit_categories: ["anyone", "user", "read", "transactions", "categories"],
  full_access: ["anyone", "user", "read", "transactions", "categories", "manage"],
  member: ["anyone", "user", "read", "transactions", "categories", "manage", "owner"],
  owner: ["anyone", "user", "read", "transactions", "categories", "manage", "owner"],
  administrator: ["anyone", "user", "admin"],
};
const ROLES = Object.keys(MAY);

/**
 * All of them for the first call of each access. The others show that they have the same access by the roles at the edge
 * of what may and may not.
 */
function rolesFor(call: Call): string[] {
  const { access } = call.endpoint;
  if (CALLS.find(({ endpoint }) => endpoint.access === access) === call) return ROLES;
  const may = (role: string) => MAY[role]?.includes(access);
  const edge = ROLES.filter((role, index) =>
    [ROLES[index - 1], ROLES[index + 1]].some((next) => next && may(next) !== may(role)),
  );
  return atLength(ROLES, edge.length > 0 ? edge : ["anonymous"]);
}

let fixtures: Fixtures;
let stranger: Person;
/** A category of the stranger's own. */
let own: number;
let roles: Record<string, Person>;

/** Calls get slower as earlier calls fill the budget. */
const CALLS_PER_BUDGET = 30;

async function setUp(): Promise<void> {
  const product = await startProduct();
  fixtures = await createFixtures(product);
  const recipient = async (permissionType: string, owner = fixtures.owner) => {
    const person = await product.person();
    await owner.post("/api/share-budget", { ...shareWith(person.email), permissionType });
    return person;
  };
  const formerMember = await recipient("member");
  expect((await formerMember.asOwner(fixtures.owner.id).get("/api/categories")).status).toBe(200);
  expect((await fixtures.owner.delete(`/api/ledger/members/${formerMember.id}`)).status).toBe(204);
  const another = await product.person();
  const memberOfAnother = await recipient("member", another);
  expect((await memberOfAnother.asOwner(another.id).get("/api/categories")).status).toBe(200);
  stranger = await product.person();
  own = Object((await stranger.post("/api/categories", CATEGORY)).body).id;
  roles = {
    stranger,
    formerMember,
    memberOfAnother,
    view_only: await recipient("view_only"),
    edit_transactions: await recipient("edit_transactions"),
    edit_categories: await recipient("edit_categories"),
    full_access: await recipient("full_access"),
    member: await recipient("member"),
    owner: fixtures.owner,
    administrator: fixtures.admin,
  };
}

describe.for([...inBatches(CALLS, CALLS_PER_BUDGET)])("who may", (calls) => {
  beforeAll(setUp);

  test.each(calls)("$name", async (call) => {
    // An earlier call may have signed the owner out, who prepares this one.
    await signedIn(fixtures.owner);
    const sample = await sampleOf(call, fixtures, await signedIn(stranger));
    const changes = call.endpoint.method !== "GET";
    const expected: Record<string, number> = {};
    const answered: Record<string, number> = {};
    for (const role of rolesFor(call)) {
      const person = roles[role] && (await signedIn(roles[role]));
      const may = MAY[role]?.includes(call.endpoint.access);
      const { method, path, body, status } =
        may && changes ? await sampleOf(call, fixtures, person ?? fixtures.other) : sample;
      expected[role] = may ? status : person ? 403 : 401;
      const visitor = (person ?? fixtures.product.visitor()).asOwner(fixtures.owner.id);
      answered[role] = (await visitor.send(method, path, body)).status;
    }
    expect(answered).toEqual(expected);
  });
});

describe("answers another owner's ids as ids that do not exist:", () => {
  beforeAll(setUp);

  const NOWHERE = 7;
  /** An unused id of the same form: of a budget, of an entry, or a number. */
  const nowhereLike = (id: string | number | undefined): string => {
    if (typeof id === "number") return String(NOWHERE);
    return id?.includes("-") ? `2026-11-${NOWHERE}` : String(NOWHERE).padStart(16, "0");
  };
  const onLedger = CALLS.filter(({ endpoint }) => !["anyone", "user", "admin"].includes(endpoint.access));

  test.each(onLedger.filter(({ endpoint }) => endpoint.params))("in the path of $name", async (call) => {
    const { method, params, path, body } = await sampleOf(call, fixtures, await signedIn(fixtures.owner));
    await signedIn(stranger);
    const sent = body && "categoryId" in body ? { ...body, categoryId: own } : body;
    const [id] = Object.values(params);
    const nowhere = path.replace(String(id), nowhereLike(id));
    const [foreign, missing] = [
      await stranger.send(method, path, sent),
      await stranger.send(method, nowhere, sent),
    ];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
  });

  const withCategory = ["transactions.add", "bulk.move", "budgets.save", "goals.add", "subscriptions.add"];
  test.each(CALLS.filter(({ name }) => withCategory.includes(name)))("as category of $name", async (call) => {
    const { method, path, body } = await sampleOf(call, fixtures, await signedIn(fixtures.owner));
    await signedIn(stranger);
    const [foreign, missing] = [
      await stranger.send(method, path, body),
      await stranger.send(method, path, { ...body, categoryId: NOWHERE }),
    ];
    expect([foreign.status, foreign.body]).toEqual([400, missing.body]);
  });
});
