import { workerData } from "node:worker_threads";
import * as v from "valibot";

/** Runs in its own thread, so that reading the answers does not delay the measured calls. */
const { url, cookie, path, atOnce } = v.parse(
  v.object({ url: v.string(), cookie: v.string(), path: v.string(), atOnce: v.number() }),
  workerData,
);

for (let caller = 0; caller < atOnce; caller++) void callForEver();

async function callForEver(): Promise<never> {
  for (;;) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie, "sec-fetch-site": "same-origin" } });
    await answer.arrayBuffer();
    // A flood may be throttled.
    if (!answer.ok && answer.status !== 503) throw new Error(`answered ${answer.status}`);
  }
}
