import { useNavigate } from "@tanstack/react-router";
import type { Why } from "../../search.ts";
import { useMonth } from "../../shell/selection.ts";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { ForecastWhy } from "./ForecastWhy.tsx";
import { GoalWhy } from "./GoalWhy.tsx";
import { MonthWhy } from "./MonthWhy.tsx";
import { parseWhy, type Subject } from "./parse-why.ts";
import { SubscriptionsWhy, SubscriptionWhy } from "./SubscriptionWhy.tsx";
import { useTitle } from "./use-title.ts";
import "./WhyPanel.css";

/** What a number is made of, beside the screen, with an address of its own. */
export function WhyPanel({ why }: { why: Why }) {
  const chosen = useMonth();
  const navigate = useNavigate();
  const { subject, month = chosen } = parseWhy(why);
  const { title, heading } = useTitle(subject, month);
  const close = () =>
    void navigate({ to: ".", search: (search) => ({ ...search, why: undefined }), resetScroll: false });
  return (
    <SidePanel
      side="end"
      label={`What ${title} is made of`}
      closeLabel="Close"
      heading={<h2>{heading}</h2>}
      onClose={close}
    >
      <Content key={String(why)} subject={subject} month={month} />
    </SidePanel>
  );
}

function Content({ subject, month }: { subject: Subject; month: ReturnType<typeof useMonth> }) {
  switch (subject.kind) {
    case "month":
      return <MonthWhy explained={subject.explained} month={month} />;
    case "forecast":
      return <ForecastWhy month={month} />;
    case "goal":
      return <GoalWhy id={subject.id} />;
    case "subscription":
      return <SubscriptionWhy id={subject.id} />;
    case "subscriptions":
    case "annual-subscriptions":
      return <SubscriptionsWhy isAnnual={subject.kind === "annual-subscriptions"} />;
  }
}
