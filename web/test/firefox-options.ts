import { join } from "node:path";
import type { LaunchOptions } from "playwright-core";

/** `fonts` is the folder of the fonts that pages are drawn with, if it is not the system's. */
export function firefoxOptions(fonts: string | undefined): LaunchOptions {
  return {
    executablePath: join(import.meta.dirname, "firefox.ts"),
    // Over WebDriver BiDi, which an installed Firefox speaks.
    channel: "moz-firefox",
    firefoxUserPrefs: {
      "ui.prefersReducedMotion": 1,
      // As on phones, and in the other browsers of the tests.
      "ui.useOverlayScrollbars": 1,
      // Each of several windows counts as the one in front, as fields are left in it.
      "focusmanager.testmode": true,
      // The sandbox of a page reads no other folder, and all letters would be empty boxes.
      ...(fonts && { "security.sandbox.content.read_path_whitelist": `${fonts}/` }),
    },
  };
}
