import { join } from "node:path";
import type { LaunchOptions } from "playwright-core";

/** `fonts` is the folder of the fonts for pages; the system's by default. */
export function firefoxOptions(fonts: string | undefined): LaunchOptions {
  return {
    executablePath: join(import.meta.dirname, "firefox.ts"),
    // WebDriver BiDi, which an installed Firefox supports.
    channel: "moz-firefox",
    firefoxUserPrefs: {
      "ui.prefersReducedMotion": 1,
      // As on phones, and in the other browsers of the tests.
      "ui.useOverlayScrollbars": 1,
      // Each window counts as the active one, so that its fields can lose the focus.
      "focusmanager.testmode": true,
      // A page's sandbox cannot read other folders; all letters would be empty boxes.
      ...(fonts && { "security.sandbox.content.read_path_whitelist": `${fonts}/` }),
    },
  };
}
