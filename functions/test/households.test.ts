import { isMember, participantsOf } from "@coffer/core/share/households";
import { DAY_MS } from "@coffer/domain/time/day";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { Crash, interruptedClient } from "../../packages/test/crashing-client.ts";
import { CATEGORY, freshAddress, type Person, shareWith, tokenOf } from "./fixtures.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";
import {
  after,
  LEDGERS,
  membersOf,
  PEOPLE,
  roleIn,
  type Step,
  scene,
  type World,
} from "./households-model.ts";

// docs/promises.md R29. `pnpm test --long` tries more.

/** A product whose process can be killed: it sends a number of requests to the table, then none until it is revived. */
async function startMortal() {
  let left = Number.POSITIVE_INFINITY;
  const client = interruptedClient(inject("engine"), () => {
    if (left === 0) throw new Crash();
    left -= 1;
  });
  const product = await startProduct({ client });
  return {
    product,
    killAfter: (requests: number) => {
      left = requests;
    },
    revive: () => {
      left = Number.POSITIVE_INFINITY;
    },
    isKilled: () => left === 0,
  };
}

async function gather(product: Product): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < PEOPLE; number++) {
    const person = await product.person({ firstName: `P${number}` });
    if (number < LEDGERS) await person.post("/api/categories", CATEGORY);
    people.push(person);
  }
  return people;
}

async function read({ store }: Product, people: readonly Person[]): Promise<World> {
  const users = await Promise.all(people.map(({ id }) => store.users.get(id)));
  const world: World = {
    alive: users.map((user) => user !== undefined),
    owns: users.slice(0, LEDGERS).map((user) => user?.hasLedger ?? false),
    shares: [],
  };
  for (const { id } of people.slice(0, LEDGERS)) {
    const granted = await store.shares.list(id);
    const row = people.map((person) => {
      const share = granted.find(({ recipientId }) => recipientId === person.id);
      return share ? { permission: share.permission, opened: share.opened } : null;
    });
    world.shares.push(row);
    // Exactly those who may open a ledger find it.
    for (const [index, person] of people.entries()) {
      const found = (await store.shares.grantedTo(person.id)).some(({ ownerId }) => ownerId === id);
      expect(found).toBe(row[index] !== null);
    }
  }
  return world;
}

/** Every ledger with data has a member. */
async function expectMembers({ store }: Product, people: readonly Person[], world: World): Promise<void> {
  for (let at = 0; at < LEDGERS; at++) {
    const { id = 0 } = people[at] ?? {};
    const members = (await participantsOf(store, id)).filter(isMember).map(({ user }) => user.id);
    expect(new Set(members)).toEqual(new Set(membersOf(world, at).map((who) => people[who]?.id)));
    const { endedBy } = await store.households.get(id);
    const isLeft = world.shares[at]?.some((share) => share !== null) ?? false;
    if (endedBy === null && isLeft) expect(members).not.toEqual([]);
  }
}

async function take(product: Product, people: readonly Person[], step: Step): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (asked: Promise<Answer>) => {
    const answer = await asked;
    answers.push(answer);
    return answer;
  };
  const personOf = (number: number): Person => {
    const person = people[number];
    if (!person) throw new Error(`there is no person ${number}`);
    return person;
  };
  const by = personOf(step.by);
  const at = "ledger" in step ? personOf(step.ledger).id : by.id;
  const open = by.asOwner(at);
  const signIn = (person: Person) =>
    ask(person.post("/api/login", { email: person.email, password: person.password }));
  const share = (email: string, permissionType: string) =>
    ask(open.post("/api/share-budget", { ...shareWith(email), permissionType }));
  const leave = async () => {
    const left = await ask(open.delete(`/api/ledger/members/${by.id}`));
    if (left.status === 403) await ask(by.delete(`/api/shared-with-me/${at}`));
  };
  const housekeep = async () => {
    await product.core.leaving.removeDue(product.clock());
    await product.core.housekeep(product.clock(), { deletesExpired: false });
  };
  if ((await signIn(by)).status !== 200) {
    // Interrupted deletions of accounts are resumed.
    await housekeep();
    return answers;
  }

  switch (step.kind) {
    case "share":
      await share(personOf(step.to).email, step.permission);
      break;
    case "handOver": {
      const to = personOf(step.to);
      if ((await signIn(to)).status !== 200) break;
      if ((await share(to.email, "member")).status !== 201) break;
      await ask(to.asOwner(at).get("/api/categories"));
      await leave();
      break;
    }
    case "open":
      await ask(open.get("/api/categories"));
      break;
    case "accept": {
      const [to, email] = [personOf(step.to), freshAddress()];
      if ((await signIn(to)).status !== 200) break;
      if ((await share(email, step.permission)).status !== 201) break;
      const token = tokenOf(await product.linkFor("invitation", email));
      await ask(to.post("/api/invitations/accept", { token }));
      break;
    }
    case "leave":
      await leave();
      break;
    case "remove":
      await ask(open.delete(`/api/ledger/members/${personOf(step.to).id}`));
      break;
    case "unshare": {
      const { status, body } = await ask(open.get("/api/shared-users"));
      if (status !== 200) break;
      const { email } = personOf(step.to);
      const entry = Object(body).find((one: { sharedWithUser: { email: string } | null }) => {
        return one.sharedWithUser?.email === email;
      });
      if (entry) await ask(open.delete(`/api/shared-users/${entry.id}`));
      break;
    }
    case "startOwn":
      await ask(by.put("/api/preferences", { homeBudget: by.id }));
      break;
    case "endShares": {
      const passwords = { currentPassword: by.password, newPassword: by.password };
      await ask(by.post("/api/user/change-password", { ...passwords, endShares: true }));
      break;
    }
    case "undo": {
      const { entries } = await product.store.activity.list(at, { limit: 1 });
      const [entry] = entries;
      if (entry?.kind === "share") await ask(open.post(`/api/activity/${entry.id}/undo`));
      break;
    }
    case "stay":
      await ask(by.send("DELETE", "/api/user", { password: by.password }));
      await signIn(by);
      break;
    case "deleteAccount":
      await ask(by.send("DELETE", "/api/user", { password: by.password }));
      product.pass(7 * DAY_MS);
      await housekeep();
      break;
  }
  return answers;
}

const describeStep = (step: Step) => JSON.stringify(step);

test("every ledger keeps a member whatever five people do", {
  timeout: 600_000,
}, async () => {
  const mortal = await startMortal();
  const { product } = mortal;
  await fc.assert(
    fc.asyncProperty(fc.array(scene, { minLength: 10, maxLength: 25 }), async (scenes) => {
      const people = await gather(product);
      let world = await read(product, people);
      for (const { step, killedAt, beside } of scenes) {
        const expected = after(world, step);
        if (killedAt !== null) {
          mortal.killAfter(killedAt);
          await take(product, people, step).catch((error) => {
            if (!mortal.isKilled()) throw error;
          });
          mortal.revive();
          const between = await read(product, people);
          await expectMembers(product, people, between);
        }
        const [answers, others] = await Promise.all([
          take(product, people, step),
          beside ? take(product, people, beside) : [],
        ]);
        const failed = [...answers, ...others].filter(({ status }) => status >= 500);
        expect(failed, `${describeStep(step)} ${product.logged.at(-1)}`).toEqual([]);
        const found = await read(product, people);
        if (!beside) expect(found, describeStep(step)).toEqual(expected);
        await expectMembers(product, people, found);
        world = found;
      }
      for (const [who, person] of people.entries()) {
        if (!world.alive[who]) continue;
        await person.post("/api/login", person);
        for (let at = 0; at < LEDGERS; at++) {
          const { status } = await person.asOwner(people[at]?.id ?? 0).get("/api/ledger");
          const mayOpen = roleIn(world, at, who) !== null || world.shares[at]?.[who];
          expect(status).toBe(mayOpen ? 200 : 403);
        }
      }
    }),
    { numRuns: atLength(40, 2), endOnFailure: true },
  );
});
