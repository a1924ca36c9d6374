import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { OLDEST } from "./oldest-browsers.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

/** The second argument of a group's `name`. */
type Modules = {
  getModuleInfo(module: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null;
};

/** The files that every signed-in screen needs. */
const FRAME = ["/web/src/shell/Shell.tsx", "/web/src/open-ledger.ts"];

/**
 * Names the file for a module that several screens need: "app" for three or more, both names for two, "parts" if five or
 * more later parts such as dialogs need it. Null leaves it to Vite. A module's imports are needed wherever the module is,
 * so no two of these files import each other.
 */
function sharedFile(module: string, modules: Modules): string | null {
  const needing = new Set([module]);
  // A set's loop also visits what is added during it.
  for (const id of needing)
    for (const importer of modules.getModuleInfo(id)?.importers ?? []) needing.add(importer);
  const screens: string[] = [];
  let parts = 0;
  for (const id of needing) {
    if (FRAME.some((file) => id.endsWith(file))) return "app";
    const loaders = modules.getModuleInfo(id)?.dynamicImporters ?? [];
    if (loaders.some((loader) => loader.endsWith("/web/src/routes.tsx"))) screens.push(basename(id, ".tsx"));
    else if (loaders.length > 0) parts += 1;
  }
  if (screens.length >= 3) return "app";
  if (screens.length === 2) return screens.sort().join("-");
  return screens.length === 0 && parts >= 5 ? "parts" : null;
}

/** Moves the stylesheet to the end of index.html, whose first paint then does not wait for it. Scripts still do. */
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
          // Vite splits by dynamic import. Shared modules are grouped into few files, since each file is a request.
          groups: [
            { name: "start", tags: ["$initial"] },
            { name: sharedFile, includeDependenciesRecursively: false },
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
