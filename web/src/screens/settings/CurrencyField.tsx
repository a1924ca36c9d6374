import { CURRENCIES, type Currency } from "@coffer/domain/money/money";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useSavePreferences } from "../../api/account.ts";
import { ledger, useSetLedgerCurrency } from "../../api/people.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { useCurrency, useOpenLedger, useUser } from "../../selection/selection.ts";
import { LoadingBar } from "../../ui/base/Loading.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { firstOf } from "./choices.ts";

const CurrencyDialog = lazyPart(() => import("./CurrencyDialog.tsx"), "CurrencyDialog");

const CURRENCY_NAMES = new Intl.DisplayNames("en-US", { type: "currency" });
const nameOf = (code: Currency): string => `${code} – ${CURRENCY_NAMES.of(code)}`;
const CURRENCY_OPTIONS = firstOf(CURRENCIES, Intl.supportedValuesOf("currency"), nameOf);

/** Sets a budget's currency and one's own, and asks which where others see the budget. */
export function CurrencyField() {
  const { ledgerId, can } = useOpenLedger();
  const own = useUser().currency;
  const current = useCurrency();
  const { data, refetch } = useQuery({ ...ledger(ledgerId), meta: {} });
  const savePreferences = useSavePreferences();
  const setLedgerCurrency = useSetLedgerCurrency(ledgerId);
  const [asking, setAsking] = useState<Currency>();
  const isMember = can("owner");
  const hasOthers = (data?.members.length ?? 1) > 1;
  const choose = async (currency: Currency) => {
    // The guests may have changed, or not have loaded.
    const { data: now } = await refetch();
    if (isMember && (now?.members.length ?? 1) > 1) return setAsking(currency);
    savePreferences.mutate({ currency });
    if (isMember && ledgerId !== undefined) setLedgerCurrency.mutate(currency);
  };
  const answer = (save: (currency: Currency) => void) => {
    if (asking) save(asking);
    setAsking(undefined);
  };
  const others = isMember
    ? "Everybody who sees this budget sees this currency"
    : `This budget is in ${current}`;
  return (
    <>
      <SelectField
        label="Currency"
        hint={`How amounts are written; nothing is converted.${hasOthers || own !== current ? ` ${others}.` : ""}`}
        options={CURRENCY_OPTIONS}
        value={isMember ? current : own}
        onChoose={choose}
      />
      {asking && (
        <Suspense fallback={<LoadingBar />}>
          <CurrencyDialog
            budget={data?.name}
            currency={nameOf(asking)}
            onOwn={() => answer((currency) => savePreferences.mutate({ currency }))}
            onBudget={() => answer((currency) => setLedgerCurrency.mutate(currency))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
