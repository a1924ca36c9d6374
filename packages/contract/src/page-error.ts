import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { noContent } from "./fields.ts";

const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));

/** Pages report their errors here, without the cookie. Nothing that could name a person is logged. */
export const pageErrors = {
  report: allow("anyone").post("/api/page-errors", {
    summary: "Report an error of a page: its route, and the file and line of the product's own code",
    body: v.object({
      route: v.pipe(v.string(), v.maxLength(300)),
      file: v.pipe(v.string(), v.maxLength(300)),
      line: position,
      column: v.optional(position),
    }),
    maxBody: 2 * 1024,
    ...noContent,
  }),
  policy: allow("anyone").post("/api/policy-reports", {
    summary: "Report violations of the content security policy, as browsers do",
    body: v.unknown(),
    types: ["application/csp-report", "application/reports+json"],
    maxBody: 16 * 1024,
    ...noContent,
  }),
};
