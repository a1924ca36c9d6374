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
  /** Given if it is not the chosen month. */
  month?: Month | undefined;
  /** The name of the amount, such as "Groceries spent". */
  of: string;
  /** The amount, with the words that belong to it, such as "$5.00 left". */
  text: string;
  /** The amount to the cent, if `text` rounds it. */
  exact?: string | undefined;
  /** For a link that the Tab key already reaches elsewhere on the screen. */
  tabIndex?: -1 | undefined;
  /** Drawn in place of `text`. */
  children?: ReactNode;
};

const HINT = "Show what this is made of";

/** Opens the rows behind an amount, beside the screen. */
export function WhyLink({ why, of, text, month, exact, tabIndex, children = text }: Props) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, why: typeof why === "number" && !month ? why : whyText(why, month) })}
      resetScroll={false}
      className="why-link"
      title={exact === undefined ? HINT : `${exact}. ${HINT}`}
      aria-label={`${of}, ${text}, show rows`}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  );
}

type AmountProps = Omit<Props, "children"> & ComponentProps<typeof Amount>;

export function WhyAmount({ tone = "neutral", ...link }: AmountProps) {
  return (
    <WhyLink {...link}>
      <Amount text={link.text} tone={tone} />
    </WhyLink>
  );
}

/** The name of an amount, and which panel its link opens. */
export type Named = Pick<Props, "why" | "of">;

type AmountsProps = Pick<Props, "month" | "tabIndex"> & {
  text: string;
  opens: (amount: string) => Named;
};

/** A text in which each amount opens its rows. */
export function Amounts({ text, opens, ...link }: AmountsProps): ReactNode {
  return splitAmounts(text).map((part, index) => {
    const key = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return <WhyLink key={key} {...opens(part)} text={part} {...link} />;
  });
}

/** Opens the categories in which a purchase counts. */
export const purchaseWhy = (row: Purchase): WhyTarget =>
  joinIds([...new Set((row.lines ?? [row]).map(({ categoryId }) => categoryId))]);

/** For components that draw the amount themselves. */
export const wrapInWhyLink = (why: WhyTarget, of: string, text: string) => (amount: ReactNode) => (
  <WhyLink why={why} of={of} text={text}>
    {amount}
  </WhyLink>
);
