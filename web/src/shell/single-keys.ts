const STORED = "coffer.single-keys";

/** Keys without a modifier can be switched off, for people whose speech or hands type them by accident. */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(STORED) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "off");
}
