import { shownUser } from "../api/wire.ts";
import { browserStorage } from "../browser/web-storage.ts";

const prefix = (userId: number | undefined) => `coffer.${userId}.`;
const key = (name: string) => `${prefix(shownUser()?.id)}${name}`;

/** This browser's storage for the page's user; the next user never sees it. */
export const ownStorage = {
  getItem: (name: string) => browserStorage.getItem(key(name)),
  setItem: (name: string, value: string) => browserStorage.setItem(key(name), value),
  removeItem: (name: string) => browserStorage.removeItem(key(name)),
};

/** The theme is the browser's, whoever uses it; index.html reads it before anything is painted. */
export const THEME = "coffer.theme";

/** Without an id, deletes everybody's. */
export function forgetStorageOfOthers(userId?: number): void {
  for (const name of browserStorage.names())
    if (name !== THEME && !name.startsWith(prefix(userId))) browserStorage.removeItem(name);
}
