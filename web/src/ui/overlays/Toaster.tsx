import { type FocusEvent, type PointerEvent, useEffect, useRef } from "react";
import { Button } from "../base/Button.tsx";
import { IconButton } from "../base/IconButton.tsx";
import { dismissToast, mountToaster, pauseToast, resumeToast, shownToast, type Toast } from "./toast.ts";
import "./Toaster.css";

/** In pixels. */
const SWIPE_THRESHOLD = 50;
const CLICK_TOLERANCE = 5;

/** Shows toasts; F8 moves the focus to it. One is at the root of the app, and one in each modal. */
export function Toaster({ label = "Notifications (F8)" }: { label?: string }) {
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const toast = shownToast.use();
  useEffect(() => {
    const { isLast, unmount } = mountToaster();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "F8" && isLast()) region.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      unmount();
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  };
  const returnFocus = () => {
    if (region.current?.contains(document.activeElement)) cameFrom.current?.focus();
  };
  const isUrgent = toast?.variant === "destructive";
  const card = toast?.open && <ToastCard key={toast.id} {...toast} onDismiss={returnFocus} />;
  return (
    <section className="toaster" ref={region} tabIndex={-1} aria-label={label} onFocus={rememberFocus}>
      {/* Live regions have to exist before their text: one added together with it is not announced. */}
      <div role="status">{!isUrgent && card}</div>
      <div role="alert">{isUrgent && card}</div>
    </section>
  );
}

type CardProps = Toast & { onDismiss: () => void };

function ToastCard({ id, title, description, note, variant = "default", action, onDismiss }: CardProps) {
  const from = useRef<number | null>(null);
  const dragged = (event: PointerEvent) => Math.max(0, event.clientX - (from.current ?? event.clientX));
  const dismiss = () => {
    onDismiss();
    dismissToast(id);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null) return;
    // Captured only once it is dragged: a captured pointer would click the toast instead of its buttons.
    if (dragged(event) > CLICK_TOLERANCE) event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.style.translate = `${dragged(event)}px`;
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (dragged(event) >= SWIPE_THRESHOLD) return dismissToast(id);
    from.current = null;
    event.currentTarget.style.translate = "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping it away is an extra; the button does the same.
    <div
      className="toast"
      data-variant={variant}
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onFocus={pauseToast}
      onBlur={resumeToast}
      onPointerDown={(event) => {
        from.current = event.clientX;
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <div className="toast-text">
        <p className="toast-title">{title}</p>
        {description && <p>{description}</p>}
        {note && <p>{note}</p>}
      </div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            dismiss();
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={dismiss} />
    </div>
  );
}
