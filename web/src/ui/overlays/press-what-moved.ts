addEventListener("pointerdown", noteWhatIsPressed, { capture: true });
addEventListener("click", pressWhatMoved, { capture: true });

/** Pixels in which a pointer that is still counts as such. */
const STILL_PX = 10;

type Pressed = Pick<PointerEvent, "clientX" | "clientY"> & { control: Element };
let pressed: Pressed | undefined;

function noteWhatIsPressed({ target, clientX, clientY }: PointerEvent) {
  const control = target instanceof Element && target.closest("button, a, label, summary, input");
  pressed = control ? { control, clientX, clientY } : undefined;
}

/**
 * If the page moves during a press, presses the button on which the pointer went down. By themselves browsers press
 * nothing with a mouse, and with a finger the button that moved under it, such as another digit.
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
