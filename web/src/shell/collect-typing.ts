/** Collects what is typed instead of the page and its shortcuts, until `end` returns it. */
export function collectTyping(): { end: () => string } {
  let text = "";
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    text += event.key;
  };
  window.addEventListener("keydown", onKey, { capture: true });
  return {
    end() {
      window.removeEventListener("keydown", onKey, { capture: true });
      return text;
    },
  };
}
