import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";

const WEB = import.meta.dirname;
const SOURCE = join(WEB, "src/worker/service-worker.ts");
/** Kill switch: a release built in this mode has a worker that unregisters itself, to replace a harmful one. */
const WITHDRAWN = "withdrawn-worker";
/** Screens that are seldom opened, and never without a network. */
const NOT_PRECACHED = /^assets\/(Admin|EmailTemplates|virtual_common-passwords)-[\w-]{8}\.js$/;

/** Writes sw.js beside the built app, with the list of the files that it stores, each with its hash. */
export const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  configResolved({ mode }) {
    if (mode === WITHDRAWN) this.info("This build's service worker unregisters itself.");
  },
  writeBundle: {
    sequential: true,
    order: "post",
    async handler({ dir = join(WEB, "dist") }) {
      rmSync(join(dir, "sw.js"), { force: true });
      const isWithdrawn = this.environment.config.mode === WITHDRAWN;
      await build({
        configFile: false,
        root: WEB,
        logLevel: "warn",
        publicDir: false,
        define: {
          "import.meta.env.PRECACHED": JSON.stringify(isWithdrawn ? [] : precached(dir)),
          "import.meta.env.WITHDRAWN": String(isWithdrawn),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: "es2022",
          rolldownOptions: { input: SOURCE, output: { entryFileNames: "sw.js", codeSplitting: false } },
        },
      });
    },
  },
};

/** The page is stored under "/", whichever screen opens. */
function precached(dir: string) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: relative(dir, path).split(sep).join("/"), path };
    })
    .filter(({ name }) => name !== "sw.js" && name !== "robots.txt" && !NOT_PRECACHED.test(name))
    .map(({ name, path }) => ({
      url: name === "index.html" ? "/" : `/${name}`,
      revision: name.startsWith("assets/")
        ? null
        : createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16),
    }));
}

const SHAPE = "virtual:shape";

/** The module `virtual:shape`: a hash of the code that reads the wire. Stored data with another hash is ignored. */
export const shapeOfData: Plugin = {
  name: "shape-of-data",
  resolveId: (id) => (id === SHAPE ? SHAPE : undefined),
  load(id) {
    if (id !== SHAPE) return undefined;
    const hash = createHash("sha256");
    for (const folder of ["../packages/contract/src", "../packages/domain/src", "src/api"])
      for (const name of readdirSync(join(WEB, folder), { recursive: true, encoding: "utf8" }).sort())
        if (/(?<!\.test)\.ts$/.test(name)) hash.update(readFileSync(join(WEB, folder, name)));
    return `export default ${JSON.stringify(hash.digest("hex").slice(0, 16))}`;
  },
};
