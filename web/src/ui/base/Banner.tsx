import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import "./Banner.css";

type Props = { tone?: "info" | "on-track"; children: ReactNode; action?: ReactNode; onDismiss?: () => void };

export function Banner({ tone = "info", children, action, onDismiss }: Props) {
  return (
    <div className="banner" data-tone={tone} role="status">
      <Icon name={tone === "on-track" ? "check" : "info"} />
      <div className="banner-text">{children}</div>
      {action && <div className="banner-action">{action}</div>}
      {onDismiss && <IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
    </div>
  );
}
