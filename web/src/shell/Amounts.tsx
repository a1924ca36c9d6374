import type { Month } from "@coffer/domain/month";
import { Fragment, type ReactNode } from "react";
import type { Explained } from "../search.ts";
import { WhyLink } from "./WhyLink.tsx";

/** As the product writes amounts, in any of its currencies. */
const AMOUNT = /([-+]?(?:CA|A)?[$€£¥]\d[\d,]*(?:\.\d\d)?)/;

type Props = {
  text: string;
  opens: (amount: string) => Explained;
  /** Where it is not the chosen one. */
  month?: Month;
};

/** A text whose amounts open what they are made of. */
export function Amounts({ text, opens, month }: Props): ReactNode {
  // A split by one group alternates between what is around the amounts and the amounts.
  return text.split(AMOUNT).map((part, index) => {
    const place = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={place}>{part}</Fragment>;
    return (
      <WhyLink key={place} why={opens(part)} {...(month && { month })}>
        {part}
      </WhyLink>
    );
  });
}
