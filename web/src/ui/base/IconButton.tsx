import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./IconButton.css";

type Props = Omit<ComponentProps<"button">, "children"> & {
  icon: IconName;
  /** Its accessible name, and its tooltip unless `title` says otherwise. */
  label: string;
  tone?: "neutral" | "over";
};

/** A 44 px square with one icon and always a name. */
export function IconButton({ icon, label, tone = "neutral", type = "button", ...rest }: Props) {
  return (
    <button className="icon-button" data-tone={tone} type={type} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
