import type { ReactNode } from "react";
import "./Badge.css";

/** Tones mean something everywhere: teal is on track, vermilion is over. */
export type Tone = "neutral" | "on-track" | "over" | "info";

/** A short status. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
