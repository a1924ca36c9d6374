import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Metafile, type OutputFile } from "esbuild";

const SOURCES = join(import.meta.dirname, "src/lambda");
/** Where CDK takes the functions' code from, one folder each. */
export const LAMBDA_DIST = join(import.meta.dirname, "dist/lambda");

/** Some packages ask for Node's own modules with `require`, which an ES module has to make for itself. */
const REQUIRE = 'import{createRequire as r}from"node:module";const require=r(import.meta.url);';

/** One built function. `atStart`: the bytes that a new instance evaluates before its first request. */
export type Artefact = { name: string; folder: string; atStart: number; total: number };

/**
 * Builds every Lambda into a folder of its own below `outdir`: index.mjs with a chunk for each part that is only
 * loaded where it is used. ES modules with module-first resolution start 50 ms faster than CommonJS.
 */
export async function buildLambdas(outdir: string = LAMBDA_DIST): Promise<Artefact[]> {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true }); // esbuild works in it
  const names = readdirSync(SOURCES)
    .filter(
      (file) =>
        file.endsWith(".ts") &&
        /^export (const|async function) handler\b/m.test(readFileSync(join(SOURCES, file), "utf8")),
    )
    .map((file) => basename(file, ".ts"));
  return Promise.all(names.map((name) => buildLambda(name, join(outdir, name))));
}

async function buildLambda(name: string, folder: string): Promise<Artefact> {
  const { outputFiles, metafile } = await build({
    entryPoints: { index: join(SOURCES, `${name}.ts`) },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node24",
    mainFields: ["module", "main"],
    legalComments: "none",
    metafile: true,
    write: false,
    absWorkingDir: folder.slice(0, folder.lastIndexOf(name)),
  });
  mkdirSync(folder, { recursive: true });
  for (const file of outputFiles) {
    writeFileSync(file.path, needsRequire(file, metafile) ? REQUIRE + file.text : file.contents);
  }
  const outputs = Object.entries(metafile.outputs);
  return {
    name,
    folder,
    atStart: [...loadedAtStart(metafile)].reduce(
      (sum, path) => sum + (metafile.outputs[path]?.bytes ?? 0),
      0,
    ),
    total: outputs.reduce((sum, [, output]) => sum + output.bytes, 0),
  };
}

/** The entry and everything that it imports statically, chunks of chunks included. */
function loadedAtStart({ outputs }: Metafile): Set<string> {
  const loaded = new Set<string>();
  const visit = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && !external) visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint && path.endsWith("/index.mjs")) visit(path);
  return loaded;
}

function needsRequire({ path }: OutputFile, { outputs }: Metafile): boolean {
  const output = Object.entries(outputs).find(([name]) => path.endsWith(`/${name}`))?.[1];
  return output?.imports.some(({ kind }) => kind === "require-call") ?? false;
}

if (import.meta.main) {
  const artefacts = await buildLambdas();
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`.padStart(9);
  console.log(`${"".padEnd(16)}${"at start".padStart(9)}${"in all".padStart(9)}`);
  for (const { name, atStart, total } of artefacts)
    console.log(name.padEnd(16) + kilobytes(atStart) + kilobytes(total));
}
