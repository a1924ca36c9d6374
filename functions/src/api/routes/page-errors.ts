import { pageErrors } from "@coffer/contract/endpoints";
import { MINUTE_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { SCREEN } from "../../site-files.ts";
import { createNetworkLimit } from "../client.ts";
import { pairNoun } from "../route.ts";

/** Reports that one process logs. */
const LIMIT = { withinMs: 10 * MINUTE_MS, perNetwork: 20, inAll: 200 };
/** Browsers send the violations of a minute together. */
const MOST_AT_ONCE = 10;

const DIRECTIVE = /^[a-z]+-src(?:-elem|-attr)?$|^form-action$|^base-uri$|^frame-ancestors$/;
const BLOCKED = /^(?:inline|eval|wasm-eval|data|blob)$/;
/** Shorter than the token of a link. */
const OWN_FILE = /^\/(?:assets\/[\w.-]{1,30}-[\w-]{8}\.js|sw\.js)$/;
const OTHER = "other";

/** The names that browsers give the fields of a violation: those of `report-uri`, then those of `report-to`. */
const FIELDS = {
  page: ["document-uri", "documentURL"],
  directive: ["effective-directive", "effectiveDirective"],
  blocked: ["blocked-uri", "blockedURL"],
  file: ["source-file", "sourceFile"],
  line: ["line-number", "lineNumber"],
  column: ["column-number", "columnNumber"],
} as const;

/** Other values, such as {"toString": 1}, cannot become text. */
const isPlain = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

const fields = v.record(v.string(), v.unknown());
const violations = v.union([
  v.pipe(
    v.object({ "csp-report": fields }),
    v.transform((sent) => [sent["csp-report"]]),
  ),
  v.pipe(
    v.array(v.object({ type: v.string(), body: v.optional(fields, {}) })),
    v.transform((sent) => sent.filter(({ type }) => type === "csp-violation").map(({ body }) => body)),
  ),
]);

type Options = { clock: () => number; throttle: boolean; log: Pick<Log, "info"> };

/** Anybody may call these, so only values that are known to be the product's own are logged. */
export function pageErrorRoutes({ log, clock, throttle }: Options) {
  const take = throttle ? createNetworkLimit({ clock, ...LIMIT }) : () => {};
  return pairNoun("pageErrors", pageErrors, {
    async report({ body: { route, file, ...place }, networks }) {
      take(networks);
      log.info("page error", { route: patternOf(route), file: ownFile(file), ...place });
    },

    async policy({ body, networks }) {
      take(networks);
      const parsed = v.safeParse(violations, body);
      if (!parsed.success) return;
      for (const sent of parsed.output.slice(0, MOST_AT_ONCE)) {
        const text = (field: keyof typeof FIELDS) =>
          `${FIELDS[field].map((name) => sent[name]).find(isPlain) ?? OTHER}`;
        const known = (field: "directive" | "blocked", pattern: RegExp) =>
          pattern.test(text(field)) ? text(field) : OTHER;
        const number = (field: "line" | "column") => Number(/^\d{1,8}$/.exec(text(field)) ?? 0);
        log.info("policy violation", {
          route: patternOf(text("page")),
          directive: known("directive", DIRECTIVE),
          blocked: known("blocked", BLOCKED),
          file: ownFile(text("file")),
          line: number("line"),
          column: number("column"),
        });
      }
    },
  });
}

/** The route's pattern of a page's address or path, such as "/reset-password/:token". */
function patternOf(page: string): string {
  const path = pathOf(page);
  if (path === undefined || !SCREEN.test(path)) return OTHER;
  const [, screen = "", token] = path.split("/");
  return token ? `/${screen}/:token` : `/${screen}`;
}

function ownFile(file: string): string {
  const path = pathOf(file);
  return path !== undefined && OWN_FILE.test(path) ? path : OTHER;
}

/** Undefined for the addresses of extensions. */
function pathOf(address: string): string | undefined {
  const url = URL.parse(address, "https://coffer.invalid");
  return url?.protocol.startsWith("http") ? url.pathname : undefined;
}
