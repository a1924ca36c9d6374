export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
