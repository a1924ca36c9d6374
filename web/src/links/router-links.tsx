import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { ButtonLink } from "../ui/base/Button.tsx";
import { NavLink } from "../ui/controls/NavLink.tsx";
import { MenuLink } from "../ui/overlays/Menu.tsx";

// The router would replace the class of the current link with one of its own; `aria-current` marks it instead.

export const RouterButton = createLink(({ className: _, ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...props} />
));

export const RouterMenuLink = createLink(({ className: _, ...props }: ComponentProps<typeof MenuLink>) => (
  <MenuLink {...props} />
));

export const RouterNavLink = createLink(({ className: _, ...props }: ComponentProps<typeof NavLink>) => (
  <NavLink {...props} />
));
