import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";

/** Modules of these folders, and these files. */
const within = (...paths: string[]) => new RegExp(`/(${paths.join("|")})[/.]`);

/** What most screens share: the shell, the parts of the design system, and small modules of several screens. */
const SHARED = within(
  "web/src/shell",
  "web/src/ui/(controls|display|layout|overlays)",
  "web/src/api/search-transactions",
  "react-query/build/modern/infiniteQueryOptions",
);

/** What the dashboard computes with, and other screens too, beside its reads: one request less. */
const FIGURES = /\/domain\/src\/figures\/|\/screens\/dashboard\/reads\//;

/** What entries of the activity hold, for the screens that name who did something. */
const ACTIVITY =
  /\/contract\/src\/(activity|goal|subscription)\.ts|\/web\/src\/(api\/activity|people\/[\w-]+)\.tsx?/;

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
            { name: "public", test: within("web/src/shell/public", "web/src/ui/base"), priority: 3 },
            { name: "fields", test: within("web/src/ui/fields"), priority: 1 },
            { name: "forms", test: within("web/src/forms/base"), priority: 1 },
            { name: "activity", test: ACTIVITY, priority: 1 },
            { name: "figures", test: FIGURES, priority: 1 },
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
