import { flushSync } from "react-dom";
import { createStore } from "../base/store.ts";

/** True while the page goes to paper, where a list has no pages of its own. */
export const printing = createStore(false);

addEventListener("beforeprint", () => flushSync(() => printing.set(true)));
addEventListener("afterprint", () => printing.set(false));
