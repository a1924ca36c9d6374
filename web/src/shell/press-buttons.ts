/** Evens out how browsers press buttons. */
export function pressButtonsAlike() {
  addEventListener("keydown", ignoreHeldEnter, { capture: true });
  addEventListener("pointerdown", noteWhatIsPressed, { capture: true });
  addEventListener("click", pressWhatMoved, { capture: true });
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

/** Pixels in which a pointer that is still counts as such. */
const STILL_PX = 10;

type Pressed = Pick<PointerEvent, "clientX" | "clientY"> & { control: Element };
let pressed: Pressed | undefined;

function noteWhatIsPressed({ target, clientX, clientY }: PointerEvent) {
  const control = target instanceof Element && target.closest("button, a, label, summary, input");
  pressed = control ? { control, clientX, clientY } : undefined;
}

/**
 * Where the page moves while a button is held down, the button is pressed that the pointer went down on. Of a mouse
 * browsers press none then, and of a finger what came under it, such as another digit.
 */
function pressWhatMoved(click: MouseEvent) {
  const began = pressed;
  pressed = undefined;
  const { target, detail, clientX, clientY } = click;
  if (!began || detail === 0 || !(target instanceof Node) || began.control.contains(target)) return;
  if (Math.hypot(clientX - began.clientX, clientY - began.clientY) > STILL_PX) return;
  click.preventDefault();
  click.stopImmediatePropagation();
  // One that has gone, such as a toast's Undo, leaves its place to nothing.
  if (began.control.isConnected) began.control.dispatchEvent(new MouseEvent("click", click));
}
