import { draftOf } from "@coffer/domain/definition/kind";
import { subscription } from "@coffer/domain/subscription/definition";
import { FREQUENCY_LABELS } from "@coffer/domain/subscription/rhythm";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { useQuery } from "@tanstack/react-query";
import { useSaveSubscription } from "../../api/save-subscription.ts";
import { suggestionList, useDismissSuggestion } from "../../api/subscriptions.ts";
import { useMoney } from "../../format/money.ts";
import type { SubscriptionDialog } from "../../forms/SubscriptionDialog.tsx";
import { useOpenBudget } from "../../selection/selection.ts";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";

type Props = {
  subscriptions: readonly Subscription[];
  onAdd: (suggested: Parameters<typeof SubscriptionDialog>[0]["suggested"]) => void;
};

/** What looks like a subscription, and prices that have changed; each until it is taken or dismissed. */
export function Suggestions({ subscriptions, onAdd }: Props) {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const { data = [] } = useQuery({ ...suggestionList(budget), meta: {} });
  const save = useSaveSubscription(budget);
  const dismiss = useDismissSuggestion(budget);
  return data.map((one) => {
    const { id, name, amount } = one;
    const opened = subscriptions.find((each) => each.id === one.subscriptionId);
    if (one.kind === "price" && !opened) return null;
    const text = opened
      ? `${name} was charged ${money(amount)} where ${money(opened.amount)} was expected.`
      : `Looks like a subscription: ${name}, ${money(amount)} ${FREQUENCY_LABELS[one.frequency].toLowerCase()}.`;
    return (
      <Banner
        key={id}
        action={
          <span className="row">
            <Button
              size="small"
              onClick={() =>
                opened
                  ? save.mutate({ opened, body: { ...draftOf(subscription, opened), amount } })
                  : onAdd(one)
              }
            >
              {opened ? `Take ${money(amount)}` : "Add"}
            </Button>
            <Button variant="secondary" size="small" onClick={() => dismiss.mutate(id)}>
              Dismiss
            </Button>
          </span>
        }
      >
        {text}
      </Banner>
    );
  });
}
