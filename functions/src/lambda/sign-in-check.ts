import * as v from "valibot";
import { readSecret } from "../adapters/secrets.ts";
import { checkSignIn } from "../sign-in-check.ts";
import { environment } from "./environment.ts";

const account = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), password: v.string() }));

export async function handler(): Promise<void> {
  const [{ text }] = await readSecret(environment.signInCheckSecret);
  await checkSignIn(environment.origin, v.parse(account, text));
}
