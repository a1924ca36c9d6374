import { ensureWebBuilt } from "./web-build.ts";

/** Builds the web app where its sources changed since the last build. */
await ensureWebBuilt((line) => console.log(line));
