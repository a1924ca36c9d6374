import { joinIds, type WhyTarget, whyText } from "@coffer/domain/link/links";
import { splitAmounts } from "@coffer/domain/money/amounts-in-text";
import type { Purchase } from "@coffer/domain/payment/payment";
import type { Month } from "@coffer/domain/time/month";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { Amount } from "../ui/display/Amount.tsx";
import "./WhyLink.css";

type Props = {
  why: WhyTarget;
  /** Given where it is not the chosen one. */
  month?: Month | undefined;
  /** Given where the content does not say what the amount is. */
  label?: string | undefined;
  /** For what the Tab key reaches on the same screen as well. */
  tabIndex?: -1 | undefined;
  children: ReactNode;
};

/** Opens the rows that an amount is the sum of, beside the screen. */
export function WhyLink({ why, month, label, tabIndex, children }: Props) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, why: typeof why === "number" && !month ? why : whyText(why, month) })}
      resetScroll={false}
      className="why-link"
      title="Show what this is made of"
      aria-label={label}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  );
}

type OfMonthProps = Omit<Props, "children"> & { month: Month; text: string };

export const WhyOfMonth = ({ text, ...link }: OfMonthProps) => <WhyLink {...link}>{text}</WhyLink>;

type AmountProps = Omit<Props, "children" | "label"> & ComponentProps<typeof Amount> & { of?: string };

/** `of` is what the amount is, such as "Utilities spent". */
export function WhyAmount({ of, text, tone = "neutral", ...link }: AmountProps) {
  return (
    <WhyLink label={of && rowsOf(of, text)} {...link}>
      <Amount text={text} tone={tone} />
    </WhyLink>
  );
}

type AmountsProps = Pick<Props, "month" | "tabIndex"> & {
  text: string;
  opens: (amount: string) => WhyTarget;
};

/** A text in which each amount opens its rows. */
export function Amounts({ text, opens, ...link }: AmountsProps): ReactNode {
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

/** A screen reader's text for the link of an amount. */
export const rowsOf = (what: string, amount: string) => `${what} ${amount}, show rows`;

/** Of the categories that a purchase counts in. */
export const purchaseWhy = (row: Purchase): WhyTarget =>
  joinIds([...new Set((row.lines ?? [row]).map(({ categoryId }) => categoryId))]);

/** For what draws an amount by itself. */
export const wrapInWhyLink = (why: WhyTarget, label?: string) => (amount: ReactNode) => (
  <WhyLink why={why} label={label}>
    {amount}
  </WhyLink>
);
