/** The one on top last. */
const open: HTMLDialogElement[] = [];

export function trackModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  return () => void open.splice(open.indexOf(dialog), 1);
}

export const isTracked = (dialog: HTMLDialogElement): boolean => open.includes(dialog);

/** Closes the menu or dialog on top, as Escape does; false where Back closes it by itself, or none is open. */
export function closeOnBack(): boolean {
  const menu = document.querySelector<HTMLElement>(":popover-open");
  const dialog = open.at(-1);
  if (menu) menu.hidePopover();
  else if (!dialog || dialog.dataset.addressed === "true") return false;
  else dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  return true;
}
