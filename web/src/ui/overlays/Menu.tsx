import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { Icon, type IconName } from "../base/Icon.tsx";
import { usePopover } from "./popover.ts";
import "./Menu.css";

type Props = { label: string; trigger: ReactNode; heading?: ReactNode; children: ReactNode };

/** A dropdown menu; arrow keys, Home, End and first letters move in it, Escape closes it. Its items exist only while it is open. */
export function Menu({ label, trigger, heading, children }: Props) {
  const popover = usePopover((panel) => itemsOf(panel)[0]?.focus());
  return (
    <>
      <button
        type="button"
        className="menu-trigger"
        aria-label={label}
        aria-haspopup="menu"
        {...popover.trigger}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        {trigger}
      </button>
      <div className="popover" {...popover.panel}>
        {heading && <div className="menu-heading">{heading}</div>}
        <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={moveFocus} onClick={popover.close}>
          {popover.isOpen && children}
        </div>
      </div>
    </>
  );
}

export function MenuItem({ icon, children, ...rest }: ComponentProps<"button"> & { icon?: IconName }) {
  return (
    <button type="button" role="menuitem" className="menu-item" tabIndex={-1} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** For the router's `createLink`. */
export function MenuLink({ icon, children, ...rest }: ComponentProps<"a"> & { icon?: IconName }) {
  return (
    <a role="menuitem" className="menu-item" tabIndex={-1} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not([disabled])")];

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item.isSameNode(document.activeElement));
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  const typed = [...items.slice(at + 1), ...items].find(
    (item) =>
      event.key.length === 1 && item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
  );
  if (event.key === " " || !(target ?? typed)) return;
  event.preventDefault();
  (target ?? typed)?.focus();
}
