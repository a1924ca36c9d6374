import type { Month } from "@coffer/domain/month";
import { useSearch } from "@tanstack/react-router";
import type { Why } from "../../search.ts";
import { useChangeSearch, useMonth } from "../../shell/selection.ts";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { InPanel } from "../../ui/overlays/unsaved.ts";
import { FoundWhy } from "./FoundWhy.tsx";
import { GoalsBehindWhy, GoalWhy } from "./GoalWhy.tsx";
import { AverageWhy, ForecastWhy } from "./HistoryWhy.tsx";
import { MonthWhy } from "./MonthWhy.tsx";
import { parseWhy, type Subject } from "./parse-why.ts";
import { PaymentsWhy, SubscriptionsWhy, SubscriptionWhy } from "./SubscriptionWhy.tsx";
import { useTitle } from "./use-title.ts";
import "./WhyPanel.css";

/** What a number is made of, beside the screen, with an address of its own. */
export function WhyPanel({ why }: { why: Why }) {
  const chosen = useMonth();
  const changeSearch = useChangeSearch();
  const { all } = useSearch({ strict: false });
  const { subject, month: named } = parseWhy(why);
  const month = named ?? chosen;
  const { title, heading } = useTitle(subject, month);
  // Replaces its own address, so that Back does not open it again.
  const close = () => void changeSearch({ why: undefined }, { replace: true });
  return (
    <SidePanel
      side="end"
      label={`What ${title} is made of`}
      closeLabel="Close"
      heading={<h2>{heading}</h2>}
      onClose={close}
    >
      <InPanel value>
        <Content key={String(why)} subject={subject} month={month} isOfAllMonths={all === true && !named} />
      </InPanel>
    </SidePanel>
  );
}

type ContentProps = { subject: Subject; month: Month; isOfAllMonths: boolean };

function Content({ subject, month, isOfAllMonths }: ContentProps) {
  switch (subject.kind) {
    case "month":
      return <MonthWhy explained={subject.explained} month={month} />;
    case "found":
      return <FoundWhy flow={subject.flow} month={isOfAllMonths ? undefined : month} />;
    case "payments-due":
      return <PaymentsWhy />;
    case "goals-behind":
      return <GoalsBehindWhy />;
    case "forecast":
      return <ForecastWhy month={month} />;
    case "average":
      return <AverageWhy id={subject.id} month={month} />;
    case "goal":
      return <GoalWhy id={subject.id} />;
    case "subscription":
      return <SubscriptionWhy id={subject.id} />;
    case "subscriptions":
    case "annual-subscriptions":
      return <SubscriptionsWhy isAnnual={subject.kind === "annual-subscriptions"} />;
  }
}
