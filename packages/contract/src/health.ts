import * as v from "valibot";
import { allow } from "./endpoint.ts";

export const health = {
  check: allow("anyone").get("/api/health", {
    summary: "Health check: 200 once the product can serve requests",
    reply: v.object({
      status: v.literal("ok"),
      commit: v.optional(v.string()),
    }),
  }),
  openapi: allow("anyone").get("/api/openapi.json", {
    summary: "This API as an OpenAPI document",
    reply: v.record(v.string(), v.unknown()),
  }),
};
