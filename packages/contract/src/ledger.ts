import { fields, text } from "@coffer/domain/definition/values";
import { LEDGER_NAME_MAX, PERMISSIONS } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, pathId } from "./fields.ts";
import { currency } from "./session.ts";

const NAMELESS = "Name is required";

const ledgerReply = v.object({
  /** The first owner's id, as in X-Budget-Owner. */
  id: v.number(),
  name: v.string(),
  currency: v.string(),
  members: v.array(
    v.object({ id: v.number(), firstName: v.string(), lastName: v.string(), role: v.picklist(PERMISSIONS) }),
  ),
  /** Ids of members who left and may still owe something. */
  former: v.array(v.number()),
});

export const ledger = {
  read: allow("read").get("/api/ledger", {
    summary: "The opened budget: name, currency and members",
    reply: ledgerReply,
  }),
  change: allow("owner").put("/api/ledger", {
    summary: "Rename the opened budget, or set the currency in which everybody sees it",
    body: v.pipe(
      fields({ name: v.optional(text(NAMELESS, LEDGER_NAME_MAX)), currency: v.optional(currency) }),
      v.forward(
        v.partialCheck(
          [["name"], ["currency"]],
          ({ name, currency }) => name !== undefined || currency !== undefined,
          NAMELESS,
        ),
        ["name"],
      ),
    ),
    reply: ledgerReply,
  }),
  removeMember: allow("owner").delete("/api/ledger/members/:userId", {
    summary: "Remove a member from the opened budget, or leave it; refused for the last member",
    params: v.object({ userId: pathId }),
    ...deletedOnce,
  }),
};

export const person = v.object({ id: v.number(), firstName: v.string(), lastName: v.string() });

export const people = allow("read").get("/api/people", {
  summary: "List the budget's participants: the owner first, then people who may change it",
  reply: v.array(person),
  inParts: true,
});
