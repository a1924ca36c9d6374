import type { ComponentProps, MouseEvent } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./Button.css";

/** A small button is one of several or beside something, and so secondary unless it says otherwise. */
type Appearance = {
  variant?: "primary" | "secondary" | "quiet" | "destructive";
  size?: "medium" | "small";
  icon?: IconName;
  fullWidth?: boolean;
};

const usual = (size: "medium" | "small") => (size === "small" ? "secondary" : "primary");

type ButtonProps = Appearance & ComponentProps<"button"> & { pending?: boolean; pendingLabel?: string };

/** While `pending` it ignores clicks; its width and its focus do not change. */
export function Button({ pending = false, pendingLabel, children, onClick, ...props }: ButtonProps) {
  const { size = "medium", variant = usual(size), icon, fullWidth, type = "button", ...rest } = props;
  const ignoreWhilePending = (event: MouseEvent<HTMLButtonElement>) =>
    pending ? event.preventDefault() : onClick?.(event);
  const rests = typeof children === "string" ? children : undefined;
  return (
    <button
      className="button"
      data-variant={variant}
      data-size={size}
      data-full-width={fullWidth}
      {...rest}
      type={type}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest["aria-disabled"]}
      onClick={ignoreWhilePending}
    >
      {/* The hidden label reserves its width through generated content, which screen readers skip. */}
      <span className="button-label" data-reserve={pending ? rests : pendingLabel}>
        {icon && <Icon name={icon} />}
        {pending && pendingLabel ? pendingLabel : children}
      </span>
    </button>
  );
}

/** Give it to the router's `createLink`. */
export function ButtonLink({ children, ...props }: Appearance & ComponentProps<"a">) {
  const { size = "medium", variant = usual(size), icon, fullWidth, ...rest } = props;
  return (
    <a className="button" data-variant={variant} data-size={size} data-full-width={fullWidth} {...rest}>
      <span className="button-label">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  );
}
