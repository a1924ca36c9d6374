import { sum } from "@coffer/domain/money/money";
import type { ComponentProps } from "react";
import { useMoney } from "../format/money.ts";
import { WhyFacts } from "./WhyFacts.tsx";
import { WhyList } from "./WhyList.tsx";

type Props = Omit<ComponentProps<typeof WhyFacts>, "children" | "amount"> &
  ComponentProps<typeof WhyList> & {
    /** Given where it is not the sum of the rows. */
    amount?: string;
  };

/** The rows, and the amount that they are the sum of, or explain. */
export function WhySum({ rows, none, amount, ...facts }: Props) {
  const { money } = useMoney();
  return (
    <>
      <WhyFacts amount={amount ?? money(sum(rows.map((row) => row.amount)))} {...facts} />
      <WhyList rows={rows} none={none} />
    </>
  );
}
