import { RouterNavLink } from "./links.tsx";
import type { MENU, TABS } from "./navigation.ts";

type Props = { places: typeof MENU | typeof TABS; look: "rail" | "bar" | "tab"; onClick?: () => void };

/** Links to the app's screens, the current one marked. */
export function Places({ places, look, onClick }: Props) {
  return places.map(({ icon, label, link }) => (
    <RouterNavLink key={label} {...link} icon={icon} look={look} onClick={onClick}>
      {label}
    </RouterNavLink>
  ));
}
