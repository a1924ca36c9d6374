/** Evens out how browsers press buttons. */
export function pressButtonsAlike() {
  addEventListener("keydown", ignoreHeldEnter, { capture: true });
  addEventListener("click", focusPressed, { capture: true });
}

/** A held Enter presses a button once: after a row is deleted, the focus is on the next one's Delete. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement)
    event.preventDefault();
}

/** Safari focuses no button by the pointer, and then returns the focus to none when what it opened closes. */
function focusPressed({ target, detail }: MouseEvent) {
  const button = detail > 0 && target instanceof Element && target.closest("button");
  if (button && button !== document.activeElement) button.focus({ preventScroll: true });
}
