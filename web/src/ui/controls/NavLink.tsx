import type { ComponentProps } from "react";
import { Icon, type IconName } from "../base/Icon.tsx";
import "./NavLink.css";

type Props = ComponentProps<"a"> & {
  icon: IconName;
  /** rail: rail and slide-in menu; bar: bottom tab bar. */
  variant: "rail" | "bar";
};

/** Give it to the router's `createLink`, which sets `aria-current="page"` on the current one. */
export function NavLink({ icon, variant, children, ...rest }: Props) {
  return (
    <a className="nav-link" data-variant={variant} {...rest}>
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  );
}
