import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { contractForScreens } from "./contract-for-screens.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

/**
 * Code that several screens share, in few chunks; each takes in what its modules import, the first ones first. Of the
 * app is what every signed-in page begins with; a screen's own is split automatically.
 */
const CHUNKS = {
  app: [
    /\/web\/src\/(shell\/(Shell|reads)|offline\/keep-offline|open-budget|screens\/dashboard\/reads)/,
    /\/web\/src\/(budget|format|links|live|loading\/(?!KeepLooking)|people|worker\/messages|ui\/(controls|display|layout)|why\/(WhyLink|Amounts))/,
    /\/web\/src\/ui\/(overlays\/(Menu|Toaster|focus-near)|fields\/(Choice|Radio|Search|Select))/,
    /\/domain\/src\/(budget\/(dashboard|forecast)|category\/category-order|activity\/version-tag)/,
    /\/domain\/src\/goal\/definition/,
  ],
  amounts: [/\/domain\/src\/money\/amount\./],
  search: [/\/web\/src\/loading\/KeepLooking/, /\/domain\/src\/transaction\/search/],
  fields: [/\/web\/src\/(ui\/fields|screens\/budget\/PlanField)/],
  edits: [/\/web\/src\/(forms\/Recategorize|api\/(edit-version|use-save))/],
  goals: [/\/web\/src\/api\/goals/],
  dialogs: [/\/web\/src\/ui\/overlays/],
  forms: [/\/web\/src\/forms\/base/],
  imports: [/\/contract\/src\/import/, /\/domain\/src\/(batches|import\/import-row)/],
  activity: [/\/(contract|domain)\/src\/activity/, /\/web\/src\/api\/activity/],
  account: [/\/web\/src\/(api\/(account|devices|passkeys|preferences|shared-users|totp)|forms\/ShareForm)/],
};

/** With every page: what the entry imports, and what the sign-in and all others are made of. */
const START = /\/web\/src\/(public\/PublicPage|session\/passkey-place|ui\/base)/;

function isStart(
  id: string,
  modules: { getModuleInfo: Rolldown.GetModuleInfo },
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  const module = modules.getModuleInfo(id);
  seen.add(id);
  return (
    START.test(id) ||
    module?.isEntry === true ||
    !!module?.importers.some((one) => isStart(one, modules, seen))
  );
}

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
  plugins: [react(), contractForScreens, commonPasswords, shapeOfData, sheetBehindShell, serviceWorker],
  build: {
    outDir: "dist",
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One small stylesheet, so that no screen has to load its own before it shows.
    cssCodeSplit: false,
    rolldownOptions: {
      // Such an import keeps a module that other chunks have too out of the one that every page begins with.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      output: {
        codeSplitting: {
          // The rest is split automatically.
          groups: [
            { name: (id, modules) => (isStart(id, modules) ? "start" : null) },
            ...Object.entries(CHUNKS).map(([name, paths]) => ({
              name,
              test: (id: string) => paths.some((path) => path.test(id)),
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
