import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./IconButton.css";

type Props = Omit<ComponentProps<"button">, "children"> & {
  icon: IconName;
  /** The accessible name, and the tooltip unless `title` is given. */
  label: string;
  tone?: "neutral" | "over";
};

export function IconButton({ icon, label, tone = "neutral", type = "button", ...rest }: Props) {
  return (
    <button className="icon-button" data-tone={tone} type={type} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
