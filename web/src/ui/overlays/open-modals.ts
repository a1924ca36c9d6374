/** The topmost modal is last. */
const open: HTMLDialogElement[] = [];

/** Tracks an opened modal; returns a function that untracks it. A modal that covers the page stays on top of later ones. */
export function trackModal(dialog: HTMLDialogElement): () => void {
  const covering = open.findIndex((one) => one.dataset.covering === "true");
  open.push(dialog, ...(covering < 0 ? [] : open.splice(covering, 1)));
  const top = open.at(-1);
  if (top !== dialog) {
    top?.close();
    top?.showModal();
  }
  return () => void open.splice(open.indexOf(dialog), 1);
}

export const isTracked = (dialog: HTMLDialogElement): boolean => open.includes(dialog);

/** Closes the topmost menu or dialog, as Escape does. Returns false if none is open, or Back itself closes it. */
export function closeOnBack(): boolean {
  const menu = document.querySelector<HTMLElement>(":popover-open");
  const dialog = open.at(-1);
  if (menu) menu.hidePopover();
  else if (!dialog || dialog.dataset.addressed === "true") return false;
  else dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  return true;
}
