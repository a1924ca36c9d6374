/** Milliseconds within which a press may be the second of a double press. */
const DOUBLE_MS = 500;
/** Pixels within which a double press stays; less than a row's height. */
const DOUBLE_PX = 40;

/** The part of a MouseEvent that this needs. */
type Press = { detail: number; timeStamp: number; clientX: number; clientY: number };

/**
 * Recognizes the second press of a double press, also on another row, since the next row moves up under the pointer. It
 * compares time and place: not every browser counts taps in `detail`, which is 0 for keys.
 */
export function secondPresses(): (press: Press) => boolean {
  let last: Press | undefined;
  return (press) => {
    if (press.detail === 0) return false;
    const isSecond = press.detail === 2 || (last !== undefined && isNear(last, press));
    // Measured from the last press that counted, so that not all of a series of fast presses are ignored.
    if (!isSecond) last = press;
    return isSecond;
  };
}

const isNear = (one: Press, other: Press) =>
  other.timeStamp - one.timeStamp < DOUBLE_MS &&
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < DOUBLE_PX;
