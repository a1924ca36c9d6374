import type { CSSProperties, ReactNode } from "react";
import { Icon, type IconName } from "../base/Icon.tsx";
import { Amount } from "./Amount.tsx";
import { Skeleton } from "./Skeleton.tsx";
import "./StatCard.css";

type Props = {
  label: string;
  /** The one number that matters here, formatted; undefined while loading. */
  value: string | undefined;
  tone?: "neutral" | "on-track" | "over";
  /** A line beneath: a comparison, a share of the plan. */
  note?: ReactNode;
  icon?: IconName;
};

/** One number, and what it is; a long one shrinks to its column. */
export function StatCard({ label, value, tone, note, icon }: Props) {
  return (
    <div className="stat" data-tone={tone}>
      <p className="stat-label">
        {label}
        {icon && <Icon name={icon} />}
      </p>
      <p className="stat-value" style={{ "--chars": value?.length } as CSSProperties}>
        {value === undefined ? <Skeleton width="60%" /> : <Amount text={value} tone={tone} />}
      </p>
      {note && <div className="stat-note">{note}</div>}
    </div>
  );
}
