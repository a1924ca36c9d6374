import type { ComponentProps } from "react";
import { Icon, type IconName } from "../base/Icon.tsx";
import "./NavLink.css";

type Props = ComponentProps<"a"> & {
  icon: IconName;
  /** rail: the sidebar and the slide-in menu; bar: the tab bar at the bottom; tab: the strip under a header. */
  look: "rail" | "bar" | "tab";
};

/** A place to go; the current one carries `aria-current="page"`. Give it to the router's `createLink`. */
export function NavLink({ icon, look, children, ...rest }: Props) {
  return (
    <a className="nav-link" data-look={look} {...rest}>
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  );
}
