import { RouterNavLink } from "./links.tsx";
import type { MENU, TABS } from "./navigation.ts";

type Props = { links: typeof MENU | typeof TABS; variant: "rail" | "bar" | "tab"; onClick?: () => void };

export function NavLinks({ links, variant, onClick }: Props) {
  return links.map(({ icon, label, link }) => (
    <RouterNavLink key={label} {...link} icon={icon} variant={variant} onClick={onClick}>
      {label}
    </RouterNavLink>
  ));
}
