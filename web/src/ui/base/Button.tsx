import type { ComponentProps, MouseEvent } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./Button.css";

/** `variant` is primary by default, and secondary for small buttons, which stand beside other things. */
type Appearance = {
  variant?: "primary" | "secondary" | "quiet" | "destructive";
  size?: "medium" | "small";
  icon?: IconName;
  fullWidth?: boolean;
};

const defaultVariant = (size: "medium" | "small") => (size === "small" ? "secondary" : "primary");

type ButtonProps = Appearance & ComponentProps<"button"> & { pending?: boolean; pendingLabel?: string };

/** While `pending` it ignores clicks, and keeps its width and focus. */
export function Button({ pending = false, pendingLabel, children, onClick, ...props }: ButtonProps) {
  const {
    size = "medium",
    variant = defaultVariant(size),
    icon,
    fullWidth,
    type = "button",
    ...rest
  } = props;
  const ignoreWhilePending = (event: MouseEvent<HTMLButtonElement>) =>
    pending ? event.preventDefault() : onClick?.(event);
  const restingLabel = typeof children === "string" ? children : undefined;
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
      <span className="button-label" data-reserve={pending ? restingLabel : pendingLabel}>
        {icon && <Icon name={icon} />}
        {pending && pendingLabel ? pendingLabel : children}
      </span>
    </button>
  );
}

/** For the router's `createLink`. */
export function ButtonLink({ children, ...props }: Appearance & ComponentProps<"a">) {
  const { size = "medium", variant = defaultVariant(size), icon, fullWidth, ...rest } = props;
  return (
    <a className="button" data-variant={variant} data-size={size} data-full-width={fullWidth} {...rest}>
      <span className="button-label">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  );
}
