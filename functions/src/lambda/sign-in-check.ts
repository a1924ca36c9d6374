import * as v from "valibot";
import { readSecret } from "../adapters/secrets.ts";
import { checkSignIn } from "../sign-in-check.ts";
import { countTick, environment } from "./environment.ts";
import { countingTicks } from "./events/schedule.ts";

const account = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), password: v.string() }));

async function check(): Promise<void> {
  const [{ text }] = await readSecret(environment.signInCheckSecret);
  await checkSignIn(environment.origin, v.parse(account, text));
}

export const handler = countingTicks(check, countTick);
