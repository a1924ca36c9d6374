import type { ReactNode } from "react";
import type { Tone } from "../display/Badge.tsx";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import "./Banner.css";

type Props = {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
};

export function Banner({ tone = "info", children, action, onDismiss }: Props) {
  return (
    <div className="banner" data-tone={tone} role={tone === "over" ? "alert" : "status"}>
      <Icon name={tone === "over" ? "alert" : tone === "on-track" ? "check" : "info"} />
      <div className="banner-text">{children}</div>
      {action && <div className="banner-action">{action}</div>}
      {onDismiss && <IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
    </div>
  );
}
