import { shownUser } from "../api/wire.ts";
import { browserStorage } from "../browser/web-storage.ts";

const prefix = (userId: number | undefined) => `coffer.${userId}.`;
const key = (name: string) => `${prefix(shownUser()?.id)}${name}`;

/** The store of this browser for the person whom the page shows: it is never the next one's. */
export const ownStorage = {
  getItem: (name: string) => browserStorage.getItem(key(name)),
  setItem: (name: string, value: string) => browserStorage.setItem(key(name), value),
  removeItem: (name: string) => browserStorage.removeItem(key(name)),
};

/** The theme is the browser's, whoever uses it; index.html reads it before anything is painted. */
export const THEME = "coffer.theme";

/** Without an id, everybody's. */
export function forgetStorageOfOthers(userId?: number): void {
  for (const name of browserStorage.names())
    if (name !== THEME && !name.startsWith(prefix(userId))) browserStorage.removeItem(name);
}
