import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";

/** Modules under these folders of `src`. */
const inFolders = (...paths: string[]) => new RegExp(`/web/src/(${paths.join("|")})/`);

/** What most screens share: the shell, the parts of the design system, and the rules that several screens use. */
const SHARED =
  /\/web\/src\/(shell|ui\/controls|ui\/display|ui\/layout|ui\/overlays)\/|\/packages\/domain\/src\/(budget-row|category-order|dashboard|day|forecast|goal|month|proposal|subscription|transaction)\.ts/;

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
  plugins: [react(), commonPasswords, sheetBehindShell],
  build: {
    outDir: "dist",
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One small stylesheet, so that no screen has to load its own before it shows.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Shared code in few chunks, by folder; the rest is split automatically.
          groups: [
            { name: "start", tags: ["$initial"], priority: 4 },
            { name: "public", test: inFolders("shell/public", "ui/base"), priority: 3 },
            { name: "fields", test: inFolders("ui/fields"), priority: 1 },
            { name: "forms", test: inFolders("forms/base"), priority: 1 },
            { name: "app", test: SHARED, priority: 2 },
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
