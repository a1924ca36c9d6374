import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { commonPasswords } from "./common-passwords.ts";
import { contractForScreens } from "./contract-for-screens.ts";
import { serviceWorker, shapeOfData } from "./service-worker.ts";

/**
 * Code that several screens share, in few chunks; each takes in what its modules import, the first ones first. A
 * screen's own is split automatically.
 */
const CHUNKS = {
  amounts: [/\/domain\/src\/money\/amount\./],
  entries: [
    /\/web\/src\/(api\/transactions|ui\/(controls\/EditButtons|overlays\/focus-near))/,
    /\/domain\/src\/(payment|time\/format-day)/,
  ],
  people: [/\/contract\/src\/people/, /\/web\/src\/(people|loading\/use-debounced)/],
  terms: [/\/domain\/src\/subscription\/subscription\./],
  figures: [
    /\/web\/src\/(budget|screens\/dashboard\/Offers|api\/(figures|subscriptions))/,
    /\/domain\/src\/(budget\/(budget-row|forecast)|category\/category-order)/,
  ],
  answers: [/\/domain\/src\/budget\/(dashboard|to-spend)/],
  search: [/\/web\/src\/loading\/KeepLooking/, /\/domain\/src\/transaction\/search/],
  choices: [/\/web\/src\/ui\/fields\/(Radio|Search|Select)/],
  fields: [/\/web\/src\/ui\/fields/],
  versions: [/\/web\/src\/api\/edit-version/],
  rows: [/\/web\/src\/(forms\/Recategorize|ui\/controls\/use-row-selection)/],
  goal: [/\/domain\/src\/goal\/definition/],
  goals: [/\/web\/src\/api\/goals\./],
  dialogs: [/\/web\/src\/ui\/overlays/],
  forms: [/\/web\/src\/forms\/base/],
  imports: [/\/contract\/src\/import/, /\/domain\/src\/(batches|import\/import-row)/],
  activity: [/\/(contract|domain)\/src\/activity/, /\/web\/src\/api\/activity/],
  account: [/\/web\/src\/(api\/(account|security|shared-users)|forms\/ShareForm)/],
};

/** With every page: what the entry imports, and what the sign-in and all others are made of. */
const START = /\/web\/src\/(public\/PublicPage|session\/passkey-place|ui\/base|worker\/shared-file)/;
/** With every page of who is signed in, and what most of their screens show. */
const APP =
  /\/web\/src\/(shell\/(Shell|reads)|offline\/keep-offline|open-ledger|loading\/(QueryResult|use-progress)|live\/LiveMark|ui\/(display\/(?!Table)|controls\/save-file|overlays\/Toaster)|why\/WhyLink|format)|\/domain\/src\/activity\/activity\./;

/** True for the modules of `roots`, the entry, and all that they import. */
function isOf(
  roots: RegExp,
  id: string,
  modules: { getModuleInfo: Rolldown.GetModuleInfo },
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = modules.getModuleInfo(id);
  return (
    roots.test(id) ||
    module?.isEntry === true ||
    !!module?.importers.some((one) => isOf(roots, one, modules, seen))
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
            { name: (id, modules) => (isOf(START, id, modules) ? "start" : null) },
            { name: (id, modules) => (isOf(APP, id, modules) ? "app" : null) },
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
