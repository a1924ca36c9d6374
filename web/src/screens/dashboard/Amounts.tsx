import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { Explained } from "../../search.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";

/** As the product writes amounts, in any of its currencies. */
const AMOUNT = /((?:CA|A)?[$€£¥]\d[\d,]*(?:\.\d\d)?)/;

/** What an amount of a text opens: its rows, or the screen that lists them. */
export type Opens = Explained | "/subscriptions" | "/goals";

/** A text whose amounts can be opened. */
export function Amounts({ text, opens }: { text: string; opens: (amount: string) => Opens }): ReactNode {
  // A split by one group alternates between what is around the amounts and the amounts.
  return text.split(AMOUNT).map((part, index) => {
    const place = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={place}>{part}</Fragment>;
    const target = opens(part);
    return target === "/subscriptions" || target === "/goals" ? (
      <Link key={place} to={target} className="why-link">
        {part}
      </Link>
    ) : (
      <WhyLink key={place} why={target}>
        {part}
      </WhyLink>
    );
  });
}
