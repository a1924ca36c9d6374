import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { ButtonLink } from "../ui/base/Button.tsx";
import { Icon, type IconName } from "../ui/base/Icon.tsx";
import { MenuLink } from "../ui/overlays/Menu.tsx";
import "../ui/controls/NavLink.css";

// The router would replace the class of the current link with its own; `aria-current` marks it instead.

export const RouterButton = createLink(({ className: _, ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...props} />
));

export const RouterMenuLink = createLink(({ className: _, ...props }: ComponentProps<typeof MenuLink>) => (
  <MenuLink {...props} />
));

export const RouterNavLink = createLink(({ className: _, ...props }: ComponentProps<typeof NavLink>) => (
  <NavLink {...props} />
));

type Props = ComponentProps<"a"> & {
  icon: IconName;
  /** rail: rail and slide-in menu; bar: bottom tab bar. */
  variant: "rail" | "bar";
};

/** For the router's `createLink`, which sets `aria-current="page"` on the current link. */
function NavLink({ icon, variant, children, ...rest }: Props) {
  return (
    <a className="nav-link" data-variant={variant} {...rest}>
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  );
}
