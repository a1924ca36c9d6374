import * as v from "valibot";
import { allow } from "./endpoint.ts";

export const person = v.object({ id: v.number(), firstName: v.string(), lastName: v.string() });

/** Apart from the activity, whose replies hold every kind of thing. */
export const people = allow("read").get("/api/people", {
  summary: "List the budget's participants: the owner first, then people who may change it",
  reply: v.array(person),
  inParts: true,
});
