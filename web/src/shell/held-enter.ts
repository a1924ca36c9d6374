/** A held Enter presses a button once: after a row is deleted, the focus is on the next one's Delete. */
export function ignoreHeldEnter() {
  const ignore = (event: KeyboardEvent) => {
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement)
      event.preventDefault();
  };
  addEventListener("keydown", ignore, { capture: true });
}
