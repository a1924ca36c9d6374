import { lines } from "@coffer/contract/line";
import { moneyAccounts } from "@coffer/contract/money-account";
import type { Core } from "@coffer/core/core";
import { type Account, latestPoint, SHOWN_POINTS } from "@coffer/domain/money-account/account";
import { pairNoun } from "../route.ts";

const shown = (account: Account) => ({
  ...account,
  points: account.points.slice(-SHOWN_POINTS),
  latest: latestPoint(account),
});

export const moneyAccountRoutes = ({ moneyAccounts: own }: Core) =>
  pairNoun("moneyAccounts", moneyAccounts, {
    list: async ({ ledger }) => (await own.list(ledger)).map(shown),
    add: async ({ ledger, body }) => shown(await own.add(ledger, body)),
    update: async ({ ledger, params, body }) => shown(await own.update(ledger, params.id, body)),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    setPoint: async ({ ledger, params, body }) =>
      shown(await own.setPoint(ledger, params.id, params.date, body.amount)),
    agreement: ({ ledger, params, query }) => own.agreement(ledger, params.id, query),
    explain: ({ ledger, params, body: { explained, ...pair } }) =>
      own.explain(ledger, params.id, pair, explained),
    removePoint: async ({ ledger, params }) => shown(await own.removePoint(ledger, params.id, params.date)),
  });

export const lineRoutes = ({ lines: own }: Core) =>
  pairNoun("lines", lines, {
    get: ({ ledger, query }) => own.line(ledger, query.from, query.months),
    afford: ({ ledger, body }) => own.afford(ledger, body),
  });
