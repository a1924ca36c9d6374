import { formatDay } from "@coffer/domain/time/format-day";
import { useLine } from "../api/line.ts";
import { useAccounts } from "../api/money-accounts.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { RouterButton } from "../links/router-links.tsx";
import { useToday } from "../selection/selection.ts";
import { Card } from "../ui/display/Card.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { Afford } from "./Afford.tsx";

/** Shows the lowest day of the coming months and asks "Can we afford it?"; hidden until a balance is entered. */
export function AheadCard() {
  const accounts = useAccounts();
  const hasBalance = accounts.data?.some(({ latest }) => latest !== null) ?? false;
  const { data: line } = useLine(undefined, hasBalance);
  const { money } = useMoney();
  const today = useToday();
  if (!line?.lowest) return null;
  const { date, amount } = line.lowest;
  const show = (
    <RouterButton to="/ahead" variant="quiet" size="small">
      Show
    </RouterButton>
  );
  return (
    <Card title="Money ahead" action={show}>
      <div className="stack">
        <p>
          Lowest on {formatDay(date, today, locale)}:{" "}
          <WhyLink of="Lowest day" why={`line-${date}`} text={money(amount)} />
        </p>
        <Afford />
      </div>
    </Card>
  );
}
