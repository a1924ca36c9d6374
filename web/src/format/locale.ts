import { AMERICAN, localeOf } from "@coffer/domain/text/locale";

/** The browser's; American in tests that run without one. */
export const locale = "location" in globalThis ? localeOf(navigator.language) : AMERICAN;
