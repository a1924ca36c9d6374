import * as v from "valibot";
import { endpoint } from "./endpoint.ts";

export const health = {
  check: endpoint.get("/api/health", {
    access: "anyone",
    summary: "Answers 200 once the product serves",
    reply: v.object({ status: v.literal("ok") }),
  }),
  openapi: endpoint.get("/api/openapi.json", {
    access: "anyone",
    summary: "This API as an OpenAPI document",
    reply: v.record(v.string(), v.unknown()),
  }),
};
