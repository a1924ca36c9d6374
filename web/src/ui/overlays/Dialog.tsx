import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { Toaster } from "./Toaster.tsx";
import "./Dialog.css";

type DialogProps = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** While true, Escape and the close button do nothing. */
  busy?: boolean;
  size?: "small" | "medium";
  children: ReactNode;
};

/**
 * Open for as long as it is mounted, so that its form starts fresh each time; a bottom sheet on phones. Its buttons
 * go into `<DialogActions>`, inside the form where there is one.
 */
export function Dialog({ title, description, size = "medium", children, ...rest }: DialogProps) {
  const id = useId();
  return (
    <Modal className="dialog" data-size={size} labelledBy={id} {...rest}>
      <h2 className="dialog-title" id={id}>
        {title}
      </h2>
      <div className="dialog-body">
        {description && <p className="dialog-description">{description}</p>}
        {children}
      </div>
      {/* Last, so that the modal opens with the focus on its content. */}
      <IconButton icon="close" label="Close" disabled={rest.busy} onClick={rest.onClose} />
    </Modal>
  );
}

/** Stays visible while the body scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}

type ModalProps = {
  className: string;
  labelledBy?: string;
  label?: string;
  onClose: () => void;
  busy?: boolean;
  /** Whether a click on the backdrop closes it. */
  lightDismiss?: boolean;
  "data-size"?: string;
  "data-side"?: string;
  children: ReactNode;
};

/** The native `<dialog>` under Dialog and SidePanel. The browser moves the focus in, and back when it closes. */
export function Modal({ labelledBy, label, onClose, busy, lightDismiss, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The browser returns the focus to the opener only if the dialog is closed before its node is removed.
    return () => {
      dialog?.close();
      keepFocusOnPage();
    };
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, through onCancel.
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={cancel}
      // Browsers close a dialog at the second Escape in a row, even when `cancel` is prevented.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && onClose()}
      onClick={(event) => lightDismiss && isOnBackdrop(event) && onClose()}
      {...rest}
    >
      {children}
      {/* Everything outside a modal is inert, so toasts are shown and announced in it. */}
      <Toaster />
    </dialog>
  );
}

/** The padding of the dialog is its own element too, so the place decides. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/** Moves the focus to the page once the focused element is removed, such as the button of a deleted row. */
function keepFocusOnPage() {
  const focused = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (activeElement === focused && focused !== body) return;
    observer.disconnect();
    if (activeElement === body) document.querySelector("main")?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
