import type { ReactNode } from "react";
import { Icon, type IconName } from "../base/Icon.tsx";
import { Skeleton } from "../base/Loading.tsx";
import { Amount } from "./Amount.tsx";
import "./StatCard.css";

type Props = {
  label: string;
  /** Formatted; undefined while loading. */
  value: string | undefined;
  tone?: "neutral" | "on-track" | "over";
  note?: ReactNode;
  icon?: IconName | undefined;
  wrap?: (amount: ReactNode) => ReactNode;
};

export function StatCard({ label, value, tone, note, icon, wrap = (amount) => amount }: Props) {
  return (
    <div className="stat" data-tone={tone}>
      <p className="stat-label">
        {label}
        {icon && <Icon name={icon} />}
      </p>
      <p className="stat-value" style={{ "--chars": value?.length }}>
        {value === undefined ? <Skeleton width="60%" /> : wrap(<Amount text={value} tone={tone} />)}
      </p>
      {note && <div className="stat-note">{note}</div>}
    </div>
  );
}
