import type { Page } from "playwright-core";

/** Opens an address as a link does: without loading the page anew. */
export const navigate = (page: Page, path: string) =>
  page.evaluate<void>(`history.pushState({}, "", ${JSON.stringify(path)})`);
