import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { ButtonLink } from "../ui/base/Button.tsx";
import { NavLink } from "../ui/controls/NavLink.tsx";
import { MenuLink } from "../ui/overlays/Menu.tsx";

// The design system's links, going where the router says. The router would put a class of its own in the place
// of theirs on the current link; `aria-current` says the same.

export const RouterButton = createLink(({ className: _, ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...props} />
));

export const RouterMenuLink = createLink(({ className: _, ...props }: ComponentProps<typeof MenuLink>) => (
  <MenuLink {...props} />
));

export const RouterNavLink = createLink(({ className: _, ...props }: ComponentProps<typeof NavLink>) => (
  <NavLink {...props} />
));
