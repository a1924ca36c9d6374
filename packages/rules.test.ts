import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { analyse } from "scslre";
import { describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { LEFT_OUT } from "../web/test/left-out.ts";

/** The project's own rules (docs/decisions/001-layers.md), checked on every file that git tracks. */

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
const sources = files.filter((file) => /\.(ts|tsx)$/.test(file));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** The imports that each floor may have from lower floors, other packages and Node. */
const FLOORS: Record<string, { floors: string[]; outside: RegExp }> = {
  "packages/domain/": { floors: [], outside: /^valibot$/ },
  "packages/contract/": { floors: ["domain"], outside: /^(valibot|@valibot\/to-json-schema)$/ },
  "packages/bank-files/": {
    floors: ["domain"],
    outside: /^(valibot|papaparse|@rgrove\/parse-xml|@e965\/xlsx)$/,
  },
  "packages/core/": { floors: ["domain"], outside: /^node:crypto$/ },
  "packages/dynamo/": {
    floors: ["domain", "core"],
    outside:
      /^(valibot|@aws-sdk\/(client-dynamodb|core\/protocols|lib-dynamodb|util-dynamodb)|node:(async_hooks|crypto|http|stream\/consumers|util|zlib))$/,
  },
  "functions/src/": {
    floors: ["domain", "contract", "core", "dynamo", "bank-files"],
    outside:
      /^(node:|@aws-sdk\/client-(bedrock-runtime|dynamodb|lambda|secrets-manager|ses|sqs)$|(hono|@hono\/node-server|@simplewebauthn\/server|jose|nodemailer|postal-mime|sanitize-html|valibot|@valibot\/to-json-schema)(\/|$))/,
  },
  "infra/": {
    floors: ["dynamo", "functions"],
    outside:
      /^(node:(path|fs|util|child_process|events|(dns|readline|timers)\/promises)$|@aws-sdk\/client-[\w-]+$|(aws-cdk-lib|constructs|cdk-nag|valibot)(\/|$))/,
  },
  "web/src/": {
    floors: ["domain", "contract", "bank-files"],
    outside:
      /^(react|react-dom|@tanstack\/react-(router|query)|react-hook-form|@hookform\/resolvers|valibot|@tanstack\/query-persist-client-core|idb-keyval|serwist|@simplewebauthn\/browser|uqr|virtual:(common-passwords|shape))(\/|$)/,
  },
};
const UI_FORBIDS = /^(@tanstack\/|react-hook-form|@hookform|@coffer\/contract)/;

const importsOf = (file: string) =>
  [
    ...textOf(file).matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file);

describe("floors", () => {
  for (const [floor, allowed] of Object.entries(FLOORS)) {
    test(`${floor} imports only what is below it`, () => {
      const wrong = sources
        .filter((file) => file.startsWith(floor) && !isTest(file))
        .flatMap((file) =>
          importsOf(file)
            .filter((name) => {
              if (name.startsWith(".")) return !normalize(join(dirname(file), name)).startsWith(floor);
              const ours = /^@coffer\/([\w-]+)/.exec(name)?.[1];
              return ours ? !allowed.floors.includes(ours) : !allowed.outside.test(name);
            })
            .map((name) => `${file} imports ${name}`),
        );
      expect(wrong).toEqual([]);
    });
  }

  test("tests in packages import only fixtures from above their floor", () => {
    const wrong = sources
      .filter((file) => isTest(file) && !file.startsWith("packages/test/"))
      .flatMap((file) => {
        const floor = /^packages\/[\w-]+\//.exec(file)?.[0] ?? "";
        const allowed = FLOORS[floor]?.floors.map((name) => `packages/${name}/`);
        return importsOf(file)
          .map((name) => (name.startsWith(".") ? normalize(join(dirname(file), name)) : name))
          .map((name) => name.replace(/^@coffer\//, "packages/"))
          .filter((name) => /^(packages|functions|web|infra)\//.test(name))
          .filter(
            (name) => allowed && ![floor, "packages/test/", ...allowed].some((each) => name.startsWith(each)),
          )
          .map((name) => `${file} imports ${name}`);
      });
    expect(wrong).toEqual([]);
  });

  test("the design system uses no router, query or form library", () => {
    const wrong = sources
      .filter((file) => file.startsWith("web/src/ui/"))
      .filter((file) => importsOf(file).some((name) => UI_FORBIDS.test(name)));
    expect(wrong).toEqual([]);
  });

  test("screens never import each other", () => {
    const screenOf = (path: string) => /^web\/src\/screens\/([^/]+)\//.exec(path)?.[1];
    const wrong = sources
      .filter((file) => screenOf(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith("."))
          .map((name) => normalize(join(dirname(file), name)))
          .filter((target) => screenOf(target) && screenOf(target) !== screenOf(file))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe("imports", () => {
  test("are not circular, types included", () => {
    const edges = new Map(
      sources.map((file) => [file, importsOf(file).flatMap((name) => sourceOf(file, name))]),
    );
    expect(circlesIn(edges)).toEqual([]);
  });
});

describe("documents", () => {
  for (const document of files.filter((file) => file.endsWith(".md"))) {
    test(`every file that ${document} names exists`, () => {
      const named = [
        ...textOf(document).matchAll(
          /`((?:packages|functions|web|infra|docs)\/[\w./-]+|[\w./-]+\.(?:tsx?|css))`/g,
        ),
      ].map(([, path = ""]) => path);
      const known = (path: string) =>
        files.some(
          (file) =>
            file.startsWith(path) ||
            file.startsWith(join(dirname(document), path)) ||
            file.endsWith(`/${path}`),
        );
      expect(named.filter((path) => !known(path))).toEqual([]);
    });
  }

  test("the table of the design system lists exactly its components", () => {
    const table = textOf("web/src/ui/README.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name));
    const components = files
      .filter((file) => /^web\/src\/ui\/.*\.tsx$/.test(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(([, name]) => name),
      );
    expect(table.filter((name) => !components.includes(name))).toEqual([]);
    expect(components.filter((name) => /^[A-Z][a-z]/.test(name ?? "") && !table.includes(name))).toEqual([]);
  });
});

describe("styles", () => {
  test("all media queries use two widths", () => {
    const widths = files
      .filter((file) => file.endsWith(".css"))
      .flatMap((file) =>
        [...textOf(file).matchAll(/@media[^{]*/g)].flatMap(([query]) => query.match(/[\d.]+rem/g) ?? []),
      );
    expect([...new Set(widths)].sort()).toEqual(["40rem", "64rem"]);
  });

  test("have at most 200 lines per component", () => {
    const styles = files.filter((file) => file.endsWith(".css"));
    expect(styles.filter((file) => textOf(file).split("\n").length > 201)).toEqual([]);
  });
});

type Pattern = { pattern: string; flags: string };

/** The regular expressions in a file. */
function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = [];
  // Called for every node of the tree.
  JSON.stringify(parseAst(textOf(file), { lang: file.endsWith("x") ? "tsx" : "ts" }), (_key, node) => {
    if (node?.type === "Literal" && node.regex) found.push(node.regex);
    return typeof node === "bigint" ? String(node) : node;
  });
  return found;
}

/** The project's own file that an import names, if any. */
function sourceOf(file: string, name: string): string[] {
  const [, workspace, path] = /^@coffer\/([\w-]+)\/(.+)$/.exec(name) ?? [];
  const target = workspace
    ? `packages/${workspace}/src/${path}.ts`
    : name.startsWith(".")
      ? normalize(join(dirname(file), name))
      : "";
  return sources.includes(target) ? [target] : [];
}

/** Groups of files that import each other, directly or indirectly (Tarjan's strongly connected components). */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    const index = order.size;
    order.set(file, index);
    low.set(file, index);
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return circles;
}

describe("homes", () => {
  const homes: [what: string, pattern: RegExp, allowed: RegExp][] = [
    [
      "the environment",
      /process\.env/,
      /^functions\/(src\/(lambda\/environment|local\/settings)\.ts|tools\/|test\/)|^infra\/|^web\/test\/|^packages\/test\/at-length\.ts$|\.test\.ts$/,
    ],
    [
      "table keys",
      /["'`](BUDGET|USER|TX|PLAN|SESSION|GOAL|SUBSCRIPTION|SHARE)#/,
      /^packages\/dynamo\/|^infra\/|\.test\.ts$|^functions\/(test|tools)\//,
    ],
    [
      // All waits there are limited, as web/test/stores.test.ts proves with stores that hang, throw and lie.
      "the browser's storage",
      /\b(indexedDB|localStorage|sessionStorage|caches|cookieStore)\b|navigator\.(locks|serviceWorker|storage)\b/,
      /^(?!web\/)|^web\/src\/(browser|worker)\/|\/test\/|\.test\.ts$/,
    ],
    [
      "a database of the browser",
      /from "idb-keyval"/,
      /^web\/src\/browser\/|^web\/src\/offline\/(browser-stores|keep-offline|sealed-table|user-key)\.ts$/,
    ],
    [
      // `loadCode` tries again. A browser remembers a failure until the page is reloaded.
      "code that a page awaits",
      /(await|=) import\(/,
      /^(?!web\/src\/)|^web\/src\/loading\/|\.test\.ts$/,
    ],
    [
      "the wall clock",
      /Date\.now\(\)|new Date\(\)/,
      /^functions\/|^web\/|^infra\/|\.test\.ts$|packages\/dynamo\/src\/.*\.test/,
    ],
  ];
  for (const [what, pattern, allowed] of homes) {
    test(`${what} is used only where it belongs`, () => {
      const wrong = sources.filter(
        (file) => !allowed.test(file) && file !== "packages/rules.test.ts" && pattern.test(textOf(file)),
      );
      expect(wrong).toEqual([]);
    });
  }
});

describe("patterns", () => {
  const shipped = sources.filter((file) => !isTest(file));

  test("no regular expression takes polynomial or exponential time", () => {
    const patterns = shipped.flatMap((file) => patternsIn(file).map((found) => ({ file, ...found })));
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.flatMap(({ file, pattern, flags }) => {
      const { reports } = analyse({ source: pattern, flags });
      return reports.map(({ type }) => `${file}: /${pattern}/${flags} (${type})`);
    });
    expect(slow).toEqual([]);
  });

  test("none is built at run time, except from the project's own names", () => {
    const made = shipped.filter((file) => /new RegExp\(/.test(textOf(file)));
    expect(made).toEqual(["packages/domain/src/tips/fill-tips.ts"]);
  });
});

describe("manners", () => {
  test("there are no catch-all folders, barrel files or marks of unfinished work", () => {
    expect(files.filter((file) => /(^|\/)(utils|helpers|lib|types|common|misc)\//.test(file))).toEqual([]);
    expect(sources.filter((file) => /\/index\.tsx?$/.test(file) && file.startsWith("packages/"))).toEqual([]);
    const marks = new RegExp(["TO", "DO|FIX", "ME|X", "XX"].join("").replaceAll("|", "\\b|\\b"));
    expect(sources.filter((file) => file !== "packages/rules.test.ts" && marks.test(textOf(file)))).toEqual(
      [],
    );
  });

  test("each promise has its own number", () => {
    const numbers = textOf("docs/promises.md").match(/^\| [A-Z]+\d+ \|/gm) ?? [];
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test("every test that is skipped in another browser exists", () => {
    const listed = Object.values(LEFT_OUT).flat();
    const named = listed.map((one) => /^(?<file>\S+): (?<title>.+) \(.+\)$/.exec(one)?.groups);
    const isThere = ({ file = "", title = "" } = {}) => textOf(file).includes(`test("${title}"`);
    expect(listed.filter((_, at) => !isThere(named[at]))).toEqual([]);
  });

  test("the project has no generated files, secrets or paths of one machine", () => {
    expect(files.filter((file) => /(^|\/)(dist|node_modules|cdk\.out|\.coffer)\//.test(file))).toEqual([]);
    const stray = files
      .filter((file) => !/\.(png|webp|ico|svg|snap)$|pnpm-lock\.yaml$|rules\.test\.ts$/.test(file))
      .filter((file) =>
        /\/(root|home|Users)\/[a-z]|\/work\/[a-z]|BEGIN (RSA |EC )?PRIVATE KEY|AKIA[0-9A-Z]{16}/.test(
          textOf(file),
        ),
      );
    expect(stray).toEqual([]);
  });

  test("packages are installed for the Node version that scripts use", () => {
    const { devDependencies } = JSON.parse(textOf("package.json"));
    expect(textOf("pnpm-workspace.yaml")).toContain(`\nnodeVersion: ${devDependencies.node}\n`);
  });

  test("every direct dependency is pinned to an exact version", () => {
    const loose = files
      .filter((file) => file.endsWith("package.json"))
      .flatMap((file) => {
        const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(textOf(file));
        return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
          Object.entries(manifest[kind] ?? {}).filter(
            ([, version]) => !/^(workspace:\*|\d+\.\d+\.\d+)$/.test(version),
          ),
        );
      });
    expect(loose).toEqual([]);
  });
});
