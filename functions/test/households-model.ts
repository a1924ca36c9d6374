import { PERMISSIONS, type Permission } from "@coffer/domain/share/sharing";
import fc from "fast-check";

// Five people, named by number. The first two have a ledger that is not empty.

export const PEOPLE = 5;
export const LEDGERS = 2;

const person = fc.nat(PEOPLE - 1);
const ledger = fc.nat(LEDGERS - 1);
// Half of all shares are for members, so that ledgers often have several.
const permission = fc.oneof(fc.constant<Permission>("member"), fc.constantFrom(...PERMISSIONS));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("share"), by: person, ledger, to: person, permission }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("open"), by: person, ledger }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("accept"), by: person, ledger, to: person, permission }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("leave"), by: person, ledger }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("remove"), by: person, ledger, to: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("unshare"), by: person, ledger, to: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("handOver"), by: person, ledger, to: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("startOwn"), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("endShares"), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo"), by: person, ledger }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stay"), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteAccount"), by: person }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * A step, the number of its requests to the table before the process is killed, and whether another step runs
 * concurrently.
 */
export const scene = fc.record({
  step,
  killedAt: fc.option(fc.nat(14)),
  beside: fc.option(step, { freq: 6 }),
});

export type Access = { permission: Permission; opened: boolean };

/** Accounts, ledgers and shares, as expected by the model or as read from the table. */
export type World = {
  /** By person: whether they have an account. */
  alive: boolean[];
  /** By ledger: whether its first owner has it, and never left. */
  owns: boolean[];
  /** By ledger and person: their share, if any. */
  shares: (Access | null)[][];
};

const LADDER: Permission[] = ["view_only", "edit_transactions", "edit_categories", "full_access", "member"];

export const roleIn = ({ owns, shares }: World, at: number, who: number): Permission | null => {
  if (who === at && owns[who]) return "member";
  const share = shares[at]?.[who];
  return share?.opened ? share.permission : null;
};
export const membersOf = (world: World, at: number): number[] =>
  world.alive.flatMap((alive, who) => (alive && roleIn(world, at, who) === "member" ? [who] : []));

/** The state after a step; unchanged if the step is refused. */
export function after(before: World, step: Step): World {
  const world: World = structuredClone(before);
  const { by } = step;
  if (!world.alive[by]) return world;
  const at = "ledger" in step ? step.ledger : by;
  const row = world.shares[at] ?? [];
  // Using an offered ledger accepts it.
  const use = () => {
    const own = row[by];
    if (own) own.opened = true;
  };
  const isLast = (who: number) => membersOf(world, at).every((one) => one === who);
  const take = (who: number) => {
    if (who === at && world.owns[who]) world.owns[who] = false;
    row[who] = null;
  };
  const permits = (own: Access | null | undefined) => own?.permission === "member";
  const mayManage = () => (by === at && world.owns[by]) || permits(row[by]);

  switch (step.kind) {
    case "share":
    case "handOver": {
      if (!mayManage()) break;
      use();
      if (step.to === by || !world.alive[step.to] || (step.to === at && world.owns[at])) break;
      const permission = step.kind === "share" ? step.permission : "member";
      row[step.to] = { permission, opened: row[step.to]?.opened ?? false };
      if (step.kind === "share") break;
      const given = row[step.to];
      if (given) given.opened = true;
      if (!isLast(by)) take(by);
      break;
    }
    case "open":
      use();
      break;
    case "accept": {
      if (!mayManage()) break;
      use();
      if (!world.alive[step.to] || (step.to === at && world.owns[at])) break;
      const had = row[step.to];
      const isRaised = !had || LADDER.indexOf(step.permission) > LADDER.indexOf(had.permission);
      row[step.to] = { permission: isRaised ? step.permission : had.permission, opened: true };
      break;
    }
    case "leave":
      if (mayManage()) {
        use();
        if (!isLast(by)) take(by);
      } else row[by] = null;
      break;
    case "remove":
      if (!mayManage()) break;
      use();
      if (roleIn(world, at, step.to) !== null && !isLast(step.to)) take(step.to);
      break;
    case "unshare":
      if (!mayManage()) break;
      use();
      if (row[step.to] && !(roleIn(world, at, step.to) === "member" && isLast(step.to))) row[step.to] = null;
      break;
    case "startOwn":
      if (world.owns[by] === false && !row[by]?.opened && membersOf(world, by).length === 0)
        world.owns[by] = true;
      break;
    case "endShares":
      if (roleIn(world, by, by) === "member")
        row.forEach((share, who) => {
          if (share && !(share.opened && share.permission === "member")) row[who] = null;
        });
      break;
    case "undo":
      if (LADDER.indexOf(row[by]?.permission ?? "view_only") > 0) use();
      break;
    case "deleteAccount":
      world.alive[by] = false;
      if (by < LEDGERS) world.owns[by] = false;
      for (let one = 0; one < LEDGERS; one++) {
        const shares = world.shares[one];
        if (!shares) continue;
        shares[by] = null;
        if (membersOf(world, one).length === 0) shares.fill(null);
      }
      break;
    case "stay":
      break;
  }
  return world;
}
