import { useSyncExternalStore } from "react";

/** A value outside React; `use` renders again when it changes. */
export function createStore<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const store = {
    get: () => current,
    set(next: Value) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    use: (): Value => useSyncExternalStore(store.subscribe, store.get),
  };
  return store;
}
