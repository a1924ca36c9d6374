import { moneyAccounts } from "@coffer/contract/money-account";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { BalancePoint } from "@coffer/domain/money-account/account";
import { account } from "@coffer/domain/money-account/definition";
import type { Day } from "@coffer/domain/time/day";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { useOpenLedger } from "../selection/selection.ts";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery, type LedgerId, ONE_MINUTE, queryKey, type Sent } from "./call.ts";
import { type Attempt, tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

/** With its latest balances, oldest first. */
export type MoneyAccount = InferOutput<typeof moneyAccounts.list.reply>[number];

const accountList = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "accounts"), moneyAccounts.list, { ledgerId }, { staleTime: ONE_MINUTE });

/** The open budget's accounts. Not requested for guests, who may not see them. */
export function useAccounts(enabled = true) {
  const { ledgerId, can } = useOpenLedger();
  return useQuery({ ...accountList(ledgerId), enabled: enabled && can("manage") });
}

const savedAccount = (ledgerId: LedgerId) => ({
  affects: [ledgerId, "accounts"] as const,
  updateCache: (client: QueryClient, saved: MoneyAccount) =>
    upsertInCache(client, accountList(ledgerId).queryKey, saved),
});

type Body = Sent<typeof moneyAccounts.add.body> & {
  /** A new account's first balance. */
  balance?: BalancePoint | undefined;
};

export function useSaveAccount(ledgerId: LedgerId) {
  return useSave<Body, MoneyAccount>({
    kind: account,
    schema: moneyAccounts.update.body,
    async add({ body: { balance, ...body }, ...input }) {
      const added = await call(moneyAccounts.add, { ...input, body });
      return balance ? putPoint({ ...input, key: `${input.key}-balance` }, added.id, balance) : added;
    },
    update: (input, id) => call(moneyAccounts.update, { ...input, params: { id } }),
    ...savedAccount(ledgerId),
  });
}

export function useCloseAccount(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ opened, closed }: { opened: MoneyAccount; closed: boolean }, attempt) => {
      const body = { ...draftOf(account, opened), closed };
      return call(moneyAccounts.update, { ledgerId, params: { id: opened.id }, body, ...attempt });
    },
    ...savedAccount(ledgerId),
    successToast: ({ closed, name }) => ({
      title: closed ? "Account closed" : "Account reopened",
      description: `“${name}”`,
    }),
    failureToast: tryAgain("update account"),
  });
}

export function useDeleteAccount(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id }: { id: Id }, attempt) =>
      call(moneyAccounts.remove, { ledgerId, params: { id }, ...attempt }),
    affects: [ledgerId, "accounts"],
    updateCache: (client, _, { id }) => removeFromCache(client, accountList(ledgerId).queryKey, id),
    successToast: { title: "Account deleted" },
    removes: true,
    failureToast: tryAgain("delete account"),
  });
}

const putPoint = (input: Attempt & { ledgerId: LedgerId }, id: Id, { date, amount }: BalancePoint) =>
  call(moneyAccounts.setPoint, { ...input, params: { id, date }, body: { amount } });

const RECORDED = {
  successToast: ({ name }: MoneyAccount) => ({ title: "Balance recorded", description: `For “${name}”.` }),
  failureToast: tryAgain("record the balance"),
};

export function useSetPoint(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, point }: { id: Id; point: BalancePoint }, attempt) =>
      putPoint({ ledgerId, ...attempt }, id, point),
    ...savedAccount(ledgerId),
    ...RECORDED,
  });
}

/** The latest quarter's balances, each beside the one that the rows since the balance before it add up to. */
export const accountAgreement = (ledgerId: LedgerId, id: Id) =>
  callQuery(
    queryKey(ledgerId, "accounts", id, "agreement"),
    moneyAccounts.agreement,
    { ledgerId, params: { id }, query: {} },
    { staleTime: ONE_MINUTE, meta: {} },
  );

type Agreement = InferOutput<typeof moneyAccounts.agreement.reply>[number];

export function useExplainDifference(ledgerId: LedgerId, id: Id) {
  return useApiMutation({
    run: ({ from, to }: Agreement, attempt) =>
      call(moneyAccounts.explain, {
        ledgerId,
        params: { id },
        body: { from, to, explained: true },
        ...attempt,
      }),
    affects: [ledgerId, "accounts"],
    successToast: { title: "Difference explained" },
    failureToast: tryAgain("mark the difference as explained"),
  });
}

type Stated = {
  /** Undefined to create one. */
  account: MoneyAccount | undefined;
  name: string;
  /** The account's name in the file. */
  inFile: string | null;
  points: readonly BalancePoint[];
};

/** Records a file's balances in an account, which takes the file's name for it, so that later files find it. */
export function useRecordStated(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ account: known, name, inFile, points }: Stated, { key, ...attempt }) {
      const input = { ledgerId, ...attempt };
      const body = { name, kind: "current", isSpendable: true, accountInFile: inFile } as const;
      let saved = known ?? (await call(moneyAccounts.add, { ...input, body, key }));
      if (known && !known.accountInFile && inFile) {
        const draft = { ...draftOf(account, known), accountInFile: inFile };
        const params = { id: known.id };
        saved = await call(moneyAccounts.update, { ...input, params, body: draft, key });
      }
      for (const point of points)
        saved = await putPoint({ ...input, key: `${key}-${point.date}` }, saved.id, point);
      return saved;
    },
    ...savedAccount(ledgerId),
    ...RECORDED,
  });
}

export function useDeletePoint(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, date }: { id: Id; date: Day }, attempt) =>
      call(moneyAccounts.removePoint, { ledgerId, params: { id, date }, ...attempt }),
    ...savedAccount(ledgerId),
    successToast: { title: "Balance deleted" },
    removes: true,
    failureToast: tryAgain("delete the balance"),
  });
}
