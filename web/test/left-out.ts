/** The tests that a browser's driver cannot run, and what it lacks. `pnpm test --browser` fails if others are skipped, or fewer. */
export const LEFT_OUT: Record<"firefox" | "webkit", readonly string[]> = {
  firefox: [
    "web/src/screens/settings/security.test.ts: a passkey is added, used and removed (DevTools of Chromium)",
    "web/src/screens/settings/security.test.ts: after a reset, passkeys are shown with where each was added (DevTools of Chromium)",
    "web/src/shell/quick-entry.test.ts: counts a tap for the key where the finger went down (DevTools of Chromium)",
    "web/test/share-target.test.ts: a file that a page of ours shares opens the import (share sheet)",
  ],
  webkit: [
    "web/src/screens/mailed-links/local-mail.test.ts: links to unsent mail from the banner and the list of shares (event of a page that another opened)",
    "web/src/screens/admin/admin.test.ts: sends a mail from a template to one user after a preview (page.frameLocator)",
    "web/src/screens/settings/security.test.ts: a passkey is added, used and removed (DevTools of Chromium)",
    "web/src/screens/settings/security.test.ts: after a reset, passkeys are shown with where each was added (DevTools of Chromium)",
    "web/src/shell/keyboard.test.ts: asks before a half-filled form is discarded (question before a page is left, which it answers by itself)",
    "web/src/shell/quick-entry.test.ts: counts a tap for the key where the finger went down (DevTools of Chromium)",
    "web/test/share-target.test.ts: a file that a page of ours shares opens the import (share sheet)",
  ],
};
