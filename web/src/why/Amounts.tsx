import type { WhyTarget } from "@coffer/domain/link/links";
import { splitAmounts } from "@coffer/domain/money/amounts-in-text";
import type { Month } from "@coffer/domain/time/month";
import { Fragment, type ReactNode } from "react";
import { WhyLink } from "./WhyLink.tsx";

type Props = {
  text: string;
  opens: (amount: string) => WhyTarget;
  month?: Month | undefined;
  tabIndex?: -1;
};

export function Amounts({ text, opens, ...link }: Props): ReactNode {
  return splitAmounts(text).map((part, index) => {
    const key = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <WhyLink key={key} why={opens(part)} {...link}>
        {part}
      </WhyLink>
    );
  });
}
