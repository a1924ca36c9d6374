import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

const SOURCES = join(import.meta.dirname, "src/lambda");
const LAMBDA_DIST = join(import.meta.dirname, "dist/lambda");

/** Some packages call `require` for Node's own modules, which an ES module has to create for itself. */
const REQUIRE =
  'import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);';
/** The text that esbuild leaves in an output that needs it. */
const SHIM = "Dynamic require of";

/**
 * Places in which the SDK looks for credentials on other machines. A function has them in its environment, so these are
 * never loaded; bundled, they would keep 30 KB of shared code in what every start evaluates.
 */
const NEVER_LOADED = [
  ...["sso", "ini", "process", "web-identity", "login", "http"].map(
    (kind) => `@aws-sdk/credential-provider-${kind}`,
  ),
  "@smithy/credential-provider-imds",
];

/**
 * Loaded on use and bundled apart, as esbuild would move what it shares with the start into the start: Bedrock's client
 * would bring 26 KB of protocols that no other service speaks.
 */
const APART = join(import.meta.dirname, "src/adapters/bedrock.ts");
const apart: Plugin = {
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/bedrock\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./bedrock.mjs", external: true } : undefined,
    ),
};
const LAZILY = join(import.meta.dirname, "src/lazily.ts");
/** All that a function may be made of is composed here; each part of it is loaded with its first call. */
const COMPOSED = ["core/src/core.ts", "dynamo/src/stores.ts"].map((file) =>
  join(import.meta.dirname, "../packages", file),
);
const onUse: Plugin = {
  name: "on-use",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ importer, path }) =>
      COMPOSED.includes(importer) ? { path: join(dirname(importer), path), namespace: "on-use" } : undefined,
    );
    onLoad({ filter: /./, namespace: "on-use" }, ({ path }) => {
      const names = [...readFileSync(path, "utf8").matchAll(/^export (?:function|const) (create\w+)/gm)];
      const parts = names.map(
        ([, name]) =>
          `export const ${name} = (...args) => lazily(async () => (await import("${path}")).${name}(...args));`,
      );
      const contents = `import { lazily } from "${LAZILY}";${parts.join("")}`;
      return { contents, resolveDir: dirname(path) };
    });
  },
};
/** A client tells AWS the version in its package.json; the rest of that file is left out. */
const versionAlone: Plugin = {
  name: "version-alone",
  setup: ({ onLoad }) =>
    onLoad({ filter: /@aws-sdk\/[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    }),
};

/** A function whose start is in more files is built a second time, with few. */
const FILES_AT_START = 12;
/** Code that so many of the parts that are loaded later need is in one file. */
const SHARED_BY = 4;

/** Bytes that a new instance evaluates before its first request, and with what it loads later. */
export type Artefact = { name: string; folder: string; atStart: number; total: number; filesOfPart: number };

/** ES modules with module-first resolution start 50 ms faster than CommonJS. */
export async function buildLambdas(outdir: string = LAMBDA_DIST): Promise<Artefact[]> {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const names = readdirSync(SOURCES)
    .filter(
      (file) =>
        file.endsWith(".ts") &&
        /^export (const|async function) handler\b/m.test(readFileSync(join(SOURCES, file), "utf8")),
    )
    .map((file) => basename(file, ".ts"));
  return Promise.all(names.map((name) => buildLambda(join(SOURCES, `${name}.ts`), join(outdir, name))));
}

export async function buildLambda(source: string, folder: string): Promise<Artefact> {
  mkdirSync(folder, { recursive: true });
  const first = await bundle({ index: source }, folder, [apart]);
  const isScattered = loadedAtStart(first.metafile).size > FILES_AT_START;
  const together = onStart(relative(folder, source), folder, first.metafile);
  const { outputFiles, metafile } = isScattered
    ? await bundle({ index: source }, folder, [apart, together])
    : first;
  if (outputFiles.some(({ text }) => text.includes('import("./bedrock.mjs")'))) {
    const bedrock = await bundle({ bedrock: APART }, folder, []);
    outputFiles.push(...bedrock.outputFiles);
    Object.assign(metafile.outputs, bedrock.metafile.outputs);
  }
  for (const { path, text } of outputFiles) writeFileSync(path, text.includes(SHIM) ? REQUIRE + text : text);
  const bytes = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + (metafile.outputs[path]?.bytes ?? 0), 0);
  const started = loadedAtStart(metafile);
  const parts = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path, external }) => (kind === "dynamic-import" && !external ? [path] : [])),
  );
  return {
    name: basename(folder),
    folder,
    atStart: bytes(started),
    total: bytes(Object.keys(metafile.outputs)),
    filesOfPart: Math.max(
      0,
      ...parts.map((path) => [...loadedAtStart(metafile, path)].filter((one) => !started.has(one)).length),
    ),
  };
}

const bundle = (entryPoints: Record<string, string>, folder: string, plugins: Plugin[]) =>
  build({
    entryPoints,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node24",
    mainFields: ["module", "main"],
    external: NEVER_LOADED,
    legalComments: "none",
    metafile: true,
    write: false,
    plugins: [onUse, versionAlone, ...plugins],
    // The metafile then names outputs relative to the folder.
    absWorkingDir: folder,
  });

/**
 * Makes whatever is loaded later import all that the entry does, and all that many of the others do. esbuild gives each
 * set of importers a file of its own: without this the API's start is thirty files, which take Node 15 ms longer than
 * one, and every noun some twenty more.
 */
function onStart(entry: string, folder: string, { inputs }: Metafile): Plugin {
  const imported = (path: string, kind: "import-statement" | "dynamic-import") =>
    (inputs[path]?.imports ?? [])
      .filter((each) => each.kind === kind && !each.external)
      .map((each) => each.path);
  const reach = (path: string) => reachedFrom(path, (each) => imported(each, "import-statement"));
  const started = reach(entry);
  const later = new Set(Object.keys(inputs).flatMap((path) => imported(path, "dynamic-import")));
  const needs = new Map(
    [...later]
      .filter((path) => !started.has(path))
      .map((path) => [path, [...reach(path)].filter((each) => !started.has(each))]),
  );
  const uses = Map.groupBy([...needs.values()].flat(), (path) => path);
  const shared = new Set([...uses].flatMap(([path, { length }]) => (length >= SHARED_BY ? [path] : [])));
  const importing = (paths: Iterable<string>) =>
    [...paths]
      .filter((path) => !path.includes("node_modules"))
      .map((path) => `import ${JSON.stringify(join(folder, path))};`)
      .join("");
  const start = importing(imported(entry, "import-statement"));
  const prefixes = new Map(
    [...needs].map(([path, needed]) => [
      join(folder, path),
      shared.has(path) || needed.some((each) => shared.has(each)) ? start + importing(shared) : start,
    ]),
  );
  return {
    name: "on-start",
    setup(build) {
      // A file in front of each, since what is shared by some of them may be one of them itself.
      build.onResolve({ filter: /^@coffer\/|\.ts$/ }, async ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const file = await build.resolve(path, { kind: "import-statement", resolveDir });
        return prefixes.has(file.path) ? { path: file.path, namespace: "on-start" } : undefined;
      });
      build.onLoad({ filter: /./, namespace: "on-start" }, ({ path }) => ({
        contents: `${prefixes.get(path)}export * from ${JSON.stringify(path)};`,
        resolveDir: dirname(path),
      }));
    },
  };
}

const loadedAtStart = ({ outputs }: Pick<Metafile, "outputs">, path = "index.mjs"): Set<string> =>
  reachedFrom(path, (each) =>
    (outputs[each]?.imports ?? [])
      .filter(({ kind, external }) => kind === "import-statement" && !external)
      .map((next) => next.path),
  );

function reachedFrom(start: string, next: (path: string) => string[]): Set<string> {
  const reached = new Set([start]);
  // A set's loop goes on with what is added meanwhile.
  for (const path of reached) for (const each of next(path)) reached.add(each);
  return reached;
}

if (import.meta.main) {
  const artefacts = await buildLambdas();
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`.padStart(9);
  console.log(`${"".padEnd(16)}${"at start".padStart(9)}${"in all".padStart(9)}`);
  for (const { name, atStart, total } of artefacts)
    console.log(name.padEnd(16) + kilobytes(atStart) + kilobytes(total));
}
