import { AMERICAN, localeOf } from "@coffer/domain/text/locale";

/** The browser's locale; American English in tests that run without a browser. */
export const locale = "location" in globalThis ? localeOf(navigator.language) : AMERICAN;
