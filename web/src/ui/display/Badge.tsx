import type { ReactNode } from "react";
import "./Badge.css";

/** on-track is drawn in teal, over in vermilion; nothing else uses these colours. A guess is hollow. */
export type Tone = "neutral" | "on-track" | "over" | "info" | "guess";

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
