import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

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
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One small stylesheet, so that no screen has to load its own before it shows.
    cssCodeSplit: false,
  },
  // A worker loads the parser of a file's kind when it meets one.
  worker: { format: "es" },
  server: {
    proxy: { "/api": "http://127.0.0.1:4321", "/_outbox": "http://127.0.0.1:4321" },
  },
});
