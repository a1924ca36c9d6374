import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

/** Code that several screens share, in few chunks; each takes in what its paths import, the first ones first. */
const CHUNKS = {
  public: ["web/src/public/PublicPage.", "web/src/session/passkey-place.", "web/src/ui/base/"],
  // What every signed-in page begins with.
  "signed-in": [
    "web/src/offline/keep-",
    "web/src/offline/write-queue.",
    "web/src/offline/browser-stores.",
    "web/src/open-budget.",
  ],
  app: [
    "web/src/shell/",
    "web/src/selection/",
    "web/src/format/",
    "web/src/links/",
    "web/src/live/",
    "web/src/loading/",
    "web/src/why/WhyLink.",
    "web/src/why/Amounts.",
    "web/src/budget/",
    "web/src/ui/controls/",
    "web/src/ui/display/",
    "web/src/ui/layout/",
    "web/src/ui/overlays/",
  ],
  fields: ["web/src/ui/fields/"],
  forms: ["web/src/forms/base/"],
  people: ["web/src/people/"],
  figures: [
    "packages/domain/src/budget/budget-row.ts",
    "packages/domain/src/budget/forecast.ts",
    "web/src/screens/dashboard/reads.ts",
  ],
  settings: ["web/src/screens/settings/reads.ts"],
};

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The rest is split automatically.
          groups: [
            { name: "start", tags: ["$initial"] },
            ...Object.entries(CHUNKS).map(([name, paths]) => ({
              name,
              test: (id: string) => paths.some((path) => id.includes(`/${path}`)),
            })),
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
