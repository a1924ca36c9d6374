import type { ReactNode } from "react";
import "./EmptyState.css";

// Each drawing has lines and one accent stroke, on 120 by 88 units.
const drawings = {
  transactions: [
    "M34 12h52v66l-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5zM44 26h20M44 38h32M44 50h32",
    "M66 62h10",
  ],
  categories: ["M18 30h24l6 7h36v37H18zM24 30V20h22l5 6h33v11M84 37h18v37H84", "M30 52h20M30 61h12"],
  goals: [
    "M12 74c16 0 20-26 34-26s16 14 28 14 14-40 34-40M12 74h96M96 22v-10h14l-4 4 4 4H96",
    "M44 48h.01M74 62h.01",
  ],
  subscriptions: [
    "M28 20h64v54H28zM28 34h64M42 14v12M78 14v12M40 46h8M56 46h8M72 46h8M40 60h8",
    "M56 60a8 8 0 1 1 3 6M56 68v-5h5",
  ],
  search: ["M52 14a26 26 0 1 1 0 52 26 26 0 0 1 0-52M71 59l20 19", "M42 36h20M42 45h12"],
  error: ["M24 18h72v54H24zM24 30h72M32 24h.01M39 24h.01M46 24h.01", "M50 42l20 20M70 42L50 62"],
};

type Props = { illustration: keyof typeof drawings; title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ illustration, title, children, action }: Props) {
  const [lines, accent] = drawings[illustration];
  return (
    <div className="empty" data-illustration={illustration}>
      <svg viewBox="0 0 120 88" aria-hidden="true">
        <path d={lines} />
        <path className="empty-accent" d={accent} />
        <path className="empty-ground" d="M8 82h104M20 85h80" />
      </svg>
      <p className="empty-title">{title}</p>
      {children && <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}
