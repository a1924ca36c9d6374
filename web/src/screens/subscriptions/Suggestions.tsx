import type { Suggestion } from "@coffer/domain/subscription/repeats";
import { RHYTHMS } from "@coffer/domain/subscription/rhythm";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { monthOfDay } from "@coffer/domain/time/month";
import { useDismissSuggestion, useTakePrice } from "../../api/subscriptions.ts";
import { useMoney } from "../../format/money.ts";
import type { SubscriptionDialog } from "../../forms/SubscriptionDialog.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Amounts } from "../../why/WhyLink.tsx";

type Props = {
  suggestions: readonly Suggestion[];
  subscriptions: readonly Subscription[];
  onAdd: (suggested: Parameters<typeof SubscriptionDialog>[0]["suggested"]) => void;
};

/** Rows that look like a subscription, and prices that have changed: one at a time, until it is taken or dismissed. */
export function Suggestions({ suggestions, subscriptions, onAdd }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const takePrice = useTakePrice(ledgerId);
  const dismiss = useDismissSuggestion(ledgerId);
  const known = suggestions.map((one) => ({
    one,
    opened: subscriptions.find(({ id }) => id === one.subscriptionId),
  }));
  const [first, ...more] = known.filter(({ one, opened }) => opened || one.kind !== "price");
  if (!first) return null;
  const { one, opened } = first;
  const text = opened
    ? `${one.name} was charged ${money(one.amount)} where ${money(opened.amount)} was expected.`
    : `Looks like a subscription: ${one.name}, ${money(one.amount)} ${RHYTHMS[one.frequency].label.toLowerCase()}.`;
  const take = () => (opened ? takePrice.mutate(one.id) : onAdd(one));
  const actions = (
    <span className="row">
      <Button variant="primary" size="small" onClick={take}>
        {opened ? `Use ${money(one.amount)} from now on` : "Add"}
      </Button>
      <Button size="small" onClick={() => dismiss.mutate(one.id)}>
        Dismiss
      </Button>
    </span>
  );
  const why = opened ? (`subscription-${opened.id}` as const) : (one.categoryId ?? "subscriptions");
  return (
    <Banner action={actions}>
      <Amounts text={text} opens={() => ({ why, of: one.name })} month={monthOfDay(one.date)} />{" "}
      {more.length > 0 && `${more.length} more after it.`}
    </Banner>
  );
}
