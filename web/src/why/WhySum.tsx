import type { ComponentProps } from "react";
import { WhyFacts } from "./WhyFacts.tsx";
import { WhyList } from "./WhyList.tsx";

type Props = Omit<ComponentProps<typeof WhyFacts>, "children"> & ComponentProps<typeof WhyList>;

/** An amount, and the rows that it is the sum of. */
export function WhySum({ rows, none, ...facts }: Props) {
  return (
    <>
      <WhyFacts {...facts} />
      <WhyList rows={rows} none={none} />
    </>
  );
}
