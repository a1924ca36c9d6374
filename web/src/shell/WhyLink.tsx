import type { Month } from "@coffer/domain/month";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Explained } from "../search.ts";
import "./WhyLink.css";

type Props = {
  why: Explained;
  /** Where it is not the chosen one. */
  month?: Month;
  /** Where the content does not say what the amount is. */
  label?: string;
  children: ReactNode;
};

/** Opens the rows that an amount is the sum of, beside the screen. */
export function WhyLink({ why, month, label, children }: Props) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, why: month ? `${why}@${month}` : why })}
      resetScroll={false}
      className="why-link"
      title="Show what this is made of"
      aria-label={label}
    >
      {children}
    </Link>
  );
}
