import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../base/IconButton.tsx";
import { useConfirm } from "./confirm.ts";
import { keepFocusNear, rowPositionOf } from "./focus-near.ts";
import { isTracked, trackModal } from "./open-modals.ts";
import { Toaster } from "./Toaster.tsx";
import "./Dialog.css";

type DialogProps = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  busy?: boolean;
  /** A pad has its own keys. It opens at its full height, so that no key moves when content arrives. */
  size?: "small" | "medium" | "full" | "pad";
  /** Closes without asking, since its text is quickly entered again. */
  discardable?: boolean;
  /** The URL opens it, so that Back closes it without help. */
  addressed?: boolean;
  /** Hides the page behind it, and stays on top of dialogs that open later. */
  covering?: boolean;
  children: ReactNode;
};

const DISCARD = { title: "Discard changes?", body: "What you have entered has not been saved." };

/**
 * Open while mounted, so that its form starts fresh each time; a bottom sheet on phones. Its buttons go into
 * `<DialogActions>`, inside the form if there is one.
 */
export function Dialog({ title, description, size = "medium", children, ...props }: DialogProps) {
  const { busy, discardable = false, addressed = false, covering = false, onClose } = props;
  const id = useId();
  const [isTyped, setTyped] = useState(false);
  const confirm = useConfirm();
  useEffect(() => {
    if (!isTyped) return;
    // Makes the browser ask before the page is closed, reloaded or left.
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isTyped]);
  const leave = () => {
    if (!isTyped) return onClose();
    confirm({ ...DISCARD, action: { label: "Discard", run: onClose } });
  };
  return (
    <Modal
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      busy={busy}
      onClose={leave}
      data-addressed={addressed && !isTyped}
      data-covering={covering}
      onInput={() => setTyped(!discardable)}
    >
      <h2 className="dialog-title" id={id}>
        {title}
      </h2>
      <div className="dialog-body">
        {description && <p className="dialog-description">{description}</p>}
        {children}
      </div>
      {/* Last, so that the modal opens with the focus on its content. */}
      <IconButton icon="close" label="Close" disabled={busy} onClick={leave} />
    </Modal>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}

type ModalProps = Omit<ComponentProps<"dialog">, "onClose"> & {
  onClose: () => void;
  busy?: boolean;
  lightDismiss?: boolean;
  /** A pane beside the page, which stays usable. */
  beside?: boolean;
  "data-size"?: string;
};

/** The native `<dialog>` under Dialog and SidePanel. The browser moves the focus in, and back when it closes. */
export function Modal({ onClose, busy, lightDismiss, beside = false, children, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const size = rest["data-size"];
  // No focus on the first field: a panel's fields belong to rows, a full screen begins with a question, and a phone's
  // keyboard would cover a pad.
  const isReadFirst = lightDismiss || size === "full" || (size === "pad" && isTouched());
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const position = rowPositionOf();
    if (beside) dialog.show();
    else dialog.showModal();
    const untrack = beside ? () => {} : trackModal(dialog);
    const stopWaiting = isReadFirst ? undefined : focusFirstField(dialog);
    // The browser would focus a panel's first field, and a phone's keyboard would then cover the text.
    if (lightDismiss && document.activeElement?.matches(FIELDS))
      dialog.querySelector<HTMLElement>(":scope > button")?.focus();
    // The browser returns the focus to the opener only if the dialog is closed before its node is removed.
    return () => {
      stopWaiting?.();
      untrack();
      dialog.close();
      keepFocusNear(position);
    };
  }, [isReadFirst, lightDismiss, beside]);
  // Both events also bubble up from a dialog or a file field within.
  const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;
  const cancel = (event: SyntheticEvent) => {
    if (!isOwn(event)) return;
    event.preventDefault();
    if (!busy) onClose();
  };
  /** The browser handles Escape in a modal. Ctrl+Enter saves from any field, including a text area. */
  const submit = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (beside && event.key === "Escape" && isOnTop(event)) onClose();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const { target, currentTarget } = event;
    const form = (target instanceof Element && target.closest("form")) || currentTarget.querySelector("form");
    if (!form) return;
    event.preventDefault();
    form.requestSubmit();
  };
  const dialog = (
    <dialog
      ref={ref}
      onCancel={cancel}
      // Browsers close a dialog at the second Escape in a row, even when `cancel` is prevented.
      onClose={(event) => {
        const { currentTarget } = event;
        // React untracks it before it removes or hides it, such as around a part that loads.
        if (!isOwn(event) || !isTracked(currentTarget) || currentTarget.open) return;
        // Reopened, so that the typed text stays visible behind the question whether to discard it.
        currentTarget.showModal();
        onClose();
      }}
      onKeyDown={submit}
      onClick={(event) => lightDismiss && !beside && isOnBackdrop(event) && onClose()}
      data-beside={beside}
      {...rest}
    >
      {children}
      {/* Everything outside a modal is inert, so toasts are shown and announced in it. */}
      {!beside && <Toaster label="Notifications of this dialog (F8)" />}
    </dialog>
  );
  const frame = beside && document.querySelector(".frame");
  return frame ? createPortal(dialog, frame) : dialog;
}

/** False if the key belongs to a menu or to another dialog within. */
function isOnTop({ target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLDialogElement>): boolean {
  const isWithin = target instanceof Element && target.closest("dialog") === currentTarget;
  return isWithin && !defaultPrevented && !document.querySelector(":popover-open");
}

/** A click on the dialog's padding has the same target as one on its backdrop, so the position decides. */
function isOnBackdrop({
  target,
  currentTarget,
  clientX,
  clientY,
}: ReactMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/** True on touch screens, where a focused field opens the keyboard. */
export const isTouched = () => matchMedia("(pointer: coarse)").matches;

const FIELDS = 'input:not([type="radio"], [type="checkbox"]), select, textarea';

/** Focuses the first field as soon as it exists; returns a function that stops waiting. */
function focusFirstField(dialog: HTMLDialogElement): () => void {
  const atFirst = document.activeElement;
  const observer = new MutationObserver(() => {
    const field = dialog.querySelector<HTMLElement>(FIELDS);
    if (!field && document.activeElement === atFirst) return;
    observer.disconnect();
    if (document.activeElement === atFirst) field?.focus();
  });
  const field = dialog.querySelector<HTMLElement>(FIELDS);
  if (field) field.focus();
  else observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

addEventListener("pointerdown", notePressedControl, { capture: true });
addEventListener("click", redirectClick, { capture: true });

/** A pointer that moves no further than this (pixels) counts as still. */
const STILL_PX = 10;

type Pressed = Pick<PointerEvent, "clientX" | "clientY"> & { control: Element };
let pressed: Pressed | undefined;

function notePressedControl({ target, clientX, clientY }: PointerEvent) {
  const control = target instanceof Element && target.closest("button, a, label, summary, input");
  pressed = control ? { control, clientX, clientY } : undefined;
}

/**
 * If the page moves during a press, clicks the control on which the pointer went down. Browsers would click nothing with
 * a mouse, and with a finger the control that moved under it, such as another digit.
 */
function redirectClick(click: MouseEvent) {
  const began = pressed;
  pressed = undefined;
  const { target, detail, clientX, clientY } = click;
  if (!began || detail === 0 || !(target instanceof Node) || began.control.contains(target)) return;
  if (Math.hypot(clientX - began.clientX, clientY - began.clientY) > STILL_PX) return;
  click.preventDefault();
  click.stopImmediatePropagation();
  // A control that was removed, such as a toast's Undo, is not replaced by the one below it.
  if (began.control.isConnected) began.control.dispatchEvent(new MouseEvent("click", click));
}
