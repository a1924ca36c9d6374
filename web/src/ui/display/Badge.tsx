import type { ReactNode } from "react";
import "./Badge.css";

/** on-track is teal, over is vermilion; nothing else uses these colors. A guess is hollow. */
export type Tone = "neutral" | "on-track" | "over" | "info" | "guess";

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
