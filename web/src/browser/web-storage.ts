/** Falls back to the page's memory if the browser blocks its storage, or has no room. */
function webStorage(find: () => Storage) {
  const inPage = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(find());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name: string): string | null =>
      inPage.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    setItem(name: string, value: string): void {
      inPage.set(name, value);
      attempt((storage) => {
        storage.setItem(name, value);
        inPage.delete(name);
      });
    },
    removeItem(name: string): void {
      inPage.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
    names: (): string[] => [...inPage.keys(), ...(attempt(Object.keys) ?? [])],
  };
}

/** Shared by all tabs; outlives the session. */
export const browserStorage = webStorage(() => localStorage);
/** This tab's, until it closes. */
export const tabStorage = webStorage(() => sessionStorage);
