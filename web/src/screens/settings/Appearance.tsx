import { useState } from "react";
import { browserStorage } from "../../browser/web-storage.ts";
import { THEME } from "../../session/own-storage.ts";
import { Card } from "../../ui/display/Card.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function Appearance() {
  const [theme, setTheme] = useState(() => browserStorage.getItem(THEME) ?? "system");
  const choose = (chosen: string) => {
    setTheme(chosen);
    if (chosen === "system") browserStorage.removeItem(THEME);
    else browserStorage.setItem(THEME, chosen);
    document.documentElement.style.colorScheme = chosen === "system" ? "" : chosen;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]"))
      meta.media = mediaOf(chosen, meta.dataset.scheme);
  };
  return (
    <Card title="Appearance" description="In this browser.">
      <RadioGroup label="Theme" layout="segments" options={THEMES} value={theme} onChoose={choose} />
    </Card>
  );
}

/** When a colour of the browser's own bars applies, as in index.html. */
function mediaOf(theme: string, scheme = ""): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}
