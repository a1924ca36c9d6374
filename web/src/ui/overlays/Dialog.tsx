import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { Toaster } from "./Toaster.tsx";
import "./Dialog.css";

type DialogProps = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Work that must not be interrupted: Escape and the close button wait. */
  busy?: boolean;
  size?: "small" | "medium";
  children: ReactNode;
};

/**
 * A modal, open for as long as it is mounted: `{open && <Dialog … />}`, so that its form starts fresh each
 * time. A bottom sheet on phones. Put the buttons in `<DialogActions>`, inside the form where there is one.
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
      {/* Last in the order, so that a modal opens with the focus on what it is for. */}
      <IconButton icon="close" label="Close" disabled={rest.busy} onClick={rest.onClose} />
    </Modal>
  );
}

/** The row of buttons that ends a dialog; stays in reach while the body scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}

type ModalProps = {
  className: string;
  labelledBy?: string;
  label?: string;
  onClose: () => void;
  busy?: boolean;
  /** A press on the backdrop closes it. */
  lightDismiss?: boolean;
  "data-size"?: string;
  children: ReactNode;
};

/** The native modal underneath Dialog and SidePanel: focus in, focus back, Escape. */
export function Modal({ labelledBy, label, onClose, busy, lightDismiss, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closing before the node goes is what makes the browser hand focus back to where it came from.
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
      // A second Escape in a row closes it whatever we say; follow. (Ignored once open again or unmounted.)
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && onClose()}
      onClick={(event) => lightDismiss && event.target === event.currentTarget && onClose()}
      {...rest}
    >
      {children}
      {/* What lies outside a modal is inert, so toasts raised meanwhile are shown and announced in here. */}
      <Toaster />
    </dialog>
  );
}

/** Moves the focus to the page once the element that has it is gone, such as the button of a deleted row. */
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
