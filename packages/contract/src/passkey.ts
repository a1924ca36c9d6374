import { device } from "@coffer/domain/account/definition";
import { fields, NAME_MAX, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, noContent } from "./fields.ts";
import { userReply } from "./session.ts";

// WebAuthn's JSON. Fields that the server does not need are dropped.

const MESSAGE = "This is not a passkey response";
const base64url = v.pipe(v.string(MESSAGE), v.regex(/^[\w-]{1,16000}$/, MESSAGE));
const credential = {
  id: base64url,
  rawId: base64url,
  type: v.literal("public-key", MESSAGE),
};
const assertion = {
  ...credential,
  response: fields({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
};
const key = v.object({ id: v.string(), type: v.literal("public-key") });

/** `createdAt` and `lastUsedAt` in milliseconds. */
const passkeyReply = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.number(),
  /** The device that added it; absent from passkeys of earlier releases. */
  ...v.partial(device).entries,
  /** True after a password reset until the user confirms the passkey; it cannot sign in until then. */
  suspended: v.optional(v.boolean()),
  lastUsedAt: v.nullable(v.number()),
});

export const passkeys = {
  list: allow("user").get("/api/passkeys", {
    summary: "List the user's passkeys",
    reply: v.array(passkeyReply),
  }),
  options: allow("user").post("/api/passkeys/options", {
    summary: "Passkey creation options; requires recent authentication",
    reply: v.object({
      challenge: v.string(),
      rp: v.object({ id: v.string(), name: v.string() }),
      user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
      pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal("public-key") })),
      excludeCredentials: v.array(key),
      authenticatorSelection: v.object({
        residentKey: v.literal("required"),
        userVerification: v.literal("required"),
      }),
      timeout: v.number(),
    }),
  }),
  add: allow("user").post("/api/passkeys", {
    summary: "Add a passkey that the browser created; requires recent authentication",
    body: fields({
      name: text("Give the passkey a name", NAME_MAX),
      ...credential,
      response: fields({ clientDataJSON: base64url, attestationObject: base64url }),
    }),
    reply: passkeyReply,
    status: 201,
  }),
  remove: allow("user").delete("/api/passkeys/:id", {
    summary: "Remove a passkey; requires recent authentication",
    params: v.object({ id: v.string() }),
    ...deletedOnce,
  }),
  keep: allow("user").post("/api/passkeys/:id/keep", {
    summary: "Re-enable a passkey that a password reset suspended; requires recent authentication",
    params: v.object({ id: v.string() }),
    ...noContent,
  }),
  signInOptions: allow("anyone").post("/api/login/passkey/options", {
    summary: "Passkey sign-in options, the same for every account",
    reply: v.object({
      challenge: v.string(),
      rpId: v.string(),
      userVerification: v.literal("required"),
      timeout: v.number(),
    }),
  }),
  signIn: allow("anyone").post("/api/login/passkey", {
    summary: "Sign in with a passkey; no second factor needed",
    body: fields({
      ...assertion,
      rememberMe: v.optional(v.boolean("Remember me must be true or false"), false),
    }),
    reply: userReply,
  }),
  reauthenticate: allow("user").post("/api/reauthenticate/passkey", {
    summary: "Re-authenticate with a passkey instead of the password",
    body: fields(assertion),
    ...noContent,
  }),
};
