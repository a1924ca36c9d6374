import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Explained } from "../search.ts";
import "./WhyLink.css";

/** Opens the rows that an amount is the sum of, beside the screen. */
export function WhyLink({ why, children }: { why: Explained; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, why })}
      resetScroll={false}
      className="why-link"
      title="Show what this is made of"
    >
      {children}
    </Link>
  );
}
