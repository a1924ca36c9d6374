import type { FocusEvent } from "react";

/** For a box that scrolls sideways: Chromium leaves what gets the focus partly out of sight. */
export const showFocused = ({ target }: FocusEvent) =>
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
