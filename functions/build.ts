import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Metafile } from "esbuild";

const SOURCES = join(import.meta.dirname, "src/lambda");
const LAMBDA_DIST = join(import.meta.dirname, "dist/lambda");

/** Some packages call `require` for Node's own modules, which an ES module has to create for itself. */
const REQUIRE =
  'import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);';

/** Not bundled (docs/decisions/017-cold-start-size.md). */
const EXTERNAL = [
  // Credentials from other machines: a function has its own in the environment, so these are never loaded.
  ...["sso", "ini", "process", "web-identity", "login", "http"].map(
    (kind) => `@aws-sdk/credential-provider-${kind}`,
  ),
  "@smithy/credential-provider-imds",
  // Lambda's runtime has it. Bundled, it would move 26 KB of protocols that no other service speaks into the start.
  "@aws-sdk/client-bedrock-runtime",
];

/** `atStart`: bytes that a new instance evaluates before its first request; `total`: with what it loads later. */
export type Artefact = { name: string; folder: string; atStart: number; total: number };

export async function buildLambdas(outdir: string = LAMBDA_DIST): Promise<Artefact[]> {
  rmSync(outdir, { recursive: true, force: true });
  const names = readdirSync(SOURCES)
    .filter(
      (file) =>
        file.endsWith(".ts") &&
        /^export (const|async function) handler\b/m.test(readFileSync(join(SOURCES, file), "utf8")),
    )
    .map((file) => basename(file, ".ts"));
  return Promise.all(names.map((name) => buildLambda(join(SOURCES, `${name}.ts`), join(outdir, name))));
}

/** ES modules with module-first resolution start 50 ms faster than CommonJS. */
export async function buildLambda(source: string, folder: string): Promise<Artefact> {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { index: source },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node24",
    mainFields: ["module", "main"],
    external: EXTERNAL,
    banner: { js: REQUIRE },
    legalComments: "none",
    metafile: true,
    // The metafile then names outputs relative to the folder.
    absWorkingDir: folder,
  });
  const { outputs } = metafile;
  return {
    name: basename(folder),
    folder,
    atStart: bytesOf(outputs, loadedWith("index.mjs", outputs)),
    total: bytesOf(outputs, Object.keys(outputs)),
  };
}

type Outputs = Metafile["outputs"];

const bytesOf = (outputs: Outputs, paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);

function loadedWith(file: string, outputs: Outputs): Set<string> {
  const loaded = new Set([file]);
  // A set's loop also visits what is added during it.
  for (const path of loaded)
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && !external) loaded.add(imported);
  return loaded;
}

if (import.meta.main) {
  const artefacts = await buildLambdas();
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`.padStart(9);
  console.log(`${"".padEnd(16)}${"at start".padStart(9)}${"in all".padStart(9)}`);
  for (const { name, atStart, total } of artefacts)
    console.log(name.padEnd(16) + kilobytes(atStart) + kilobytes(total));
}
