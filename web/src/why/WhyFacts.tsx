import type { ReactNode } from "react";
import { Amount } from "../ui/display/Amount.tsx";
import { Fact } from "../ui/display/Fact.tsx";
import "./WhyFacts.css";

type Props = {
  /** Formatted. */
  amount: string;
  /** Such as "from 3 rows". */
  from?: string;
  facts?: readonly (readonly [name: string, text: string])[];
  children?: ReactNode;
};

export function WhyFacts({ amount, from, facts = [], children }: Props) {
  return (
    <section className="why-summary" aria-label="Summary">
      <p className="why-amount">
        <Amount text={amount} />
        {from && <span className="muted"> {from}</span>}
      </p>
      {facts.length > 0 && (
        <dl className="why-facts">
          {facts.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
