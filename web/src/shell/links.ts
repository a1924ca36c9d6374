import { createLink } from "@tanstack/react-router";
import { ButtonLink } from "../ui/Button.tsx";
import { MenuLink } from "../ui/Menu.tsx";
import { NavLink } from "../ui/NavLink.tsx";

/** The design system's links, going where the router says. */
export const RouterButton = createLink(ButtonLink);
export const RouterMenuLink = createLink(MenuLink);
export const RouterNavLink = createLink(NavLink);
