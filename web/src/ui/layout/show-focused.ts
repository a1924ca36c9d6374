import type { FocusEvent } from "react";

/** For a box that scrolls sideways, in which Chromium leaves the focused element partly out of sight. */
export const showFocused = ({ target }: FocusEvent) =>
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
