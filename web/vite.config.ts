import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// Few requests, and no code twice: what signed-in screens share travels in one file, what forms share in another.
const inSource = (paths: string) => new RegExp(`[\\\\/]src[\\\\/](${paths.replaceAll("/", "[\\\\/]")})\\.`);
const BASICS = inSource(
  "shell/PublicPage|ui/(IconButton|Banner|Brand|Field|TextField|PasswordField|CheckboxField)",
);
const SIGNED_IN = inSource(
  "shell/(Shell|Loaded|money)|prefetch|budget|plural|" +
    "ui/(Card|StatCard|Table|EmptyState|CategoryBadge|ProgressBar|Tabs|Badge|Pagination|ConfirmDialog)",
);
const FORMS = inSource(
  "forms/use-schema-form|" +
    "ui/(MoneyField|DateField|TimeField|SelectField|TextAreaField|RadioGroup|Switch)",
);

/** The first paint waits for nothing: the stylesheet stands behind the shell that index.html draws. Scripts wait for it. */
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
  plugins: [react(), sheetBehindShell],
  build: {
    outDir: "dist",
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One small sheet for all: nothing flashes, and no screen asks for another.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 4 },
            { name: "basics", test: BASICS, priority: 3 },
            { name: "app", test: SIGNED_IN, priority: 2 },
            { name: "forms", test: FORMS, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:4321", "/_outbox": "http://127.0.0.1:4321" },
  },
});
