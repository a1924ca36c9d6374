import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { OLDEST } from "./oldest-browsers.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

/** The frame around every screen. */
const FRAME =
  /\/web\/src\/(?:shell|budget|format|ui\/(?:controls|display))\/|\/domain\/src\/(?:budget|text)\//;
/** Parts of the account's settings and of sign-in by passkey. */
const ACCOUNT = /(?<!money-account)\/(?:account|passkey|security|user)\.ts$/;
/** Lists of transactions and what changed in them, which half of the screens show. */
const TRANSACTIONS =
  /\/(?:activity|bulk|payment|payment-edit|search|snapshots|money-account\/definition|transactions?|versions)\.ts$/;
/** Accounts and the months ahead, which few visits open. */
const AHEAD =
  /\/(?:api\/(?:money-accounts|line)|contract\/src\/(?:money-account|line)|money-account\/account)\.ts$/;
/** Code for typed lines, imports and reviews; each part loads with the screen that needs it. */
const LATER =
  /\/(?:typed-(?:entry|balance)|import-match|contract\/src\/(?:review|import)|api\/(?:review|imports|moving-in|portions|retries))\.ts$|\/domain\/src\/line\/|\/web\/src\/(?:ahead|import)\//;
/** Forms and what they are made of: each loads with the part that shows it. */
const FORMS =
  /hook-?form|simplewebauthn|\/web\/src\/(?:forms|why|ui\/overlays\/(?:SidePanel|press-what|\w*Dialog)|ui\/fields\/(?:Date|Money|TextArea))/;

/** Moves the stylesheet behind the shell in index.html, which then paints without it. Scripts still wait for it. */
const sheetBehindShell: Plugin = {
  name: "sheet-behind-shell",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const [sheet] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
      return sheet ? html.replace(sheet, "").replace("</body>", `  ${sheet}\n  </body>`) : html;
    },
  },
};

export default defineConfig({
  plugins: [react(), commonPasswords, shapeOfData, sheetBehindShell, serviceWorker],
  build: {
    outDir: "dist",
    target: Object.entries(OLDEST).map(([browser, version]) => browser.replace("safari_", "") + version),
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One small stylesheet, so that no screen has to load its own before it shows.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Vite splits by dynamic import. What many of those parts share is in one file, since each file is a request.
          groups: [
            { name: "start", tags: ["$initial"] },
            {
              name: "app",
              test: (id) => ![ACCOUNT, TRANSACTIONS, AHEAD, LATER, FORMS].some((part) => part.test(id)),
              minShareCount: 3,
            },
            { name: "frame", test: FRAME, minShareCount: 2 },
            { name: "account", test: ACCOUNT, minShareCount: 2 },
            { name: "transactions", test: TRANSACTIONS, minShareCount: 2 },
            { name: "ahead", test: AHEAD, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // A worker loads the parser of a file's kind when it meets one.
  worker: { format: "es" },
  server: {
    proxy: { "/api": "http://127.0.0.1:4321", "/_outbox": "http://127.0.0.1:4321" },
  },
});
