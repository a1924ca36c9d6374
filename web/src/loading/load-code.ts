let tries = 0;

/**
 * Loads code when it is first used, and retries once. Browsers cache a failed module: Chromium and Firefox name its URL
 * in the error, and load it again under another URL.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [file] = /https?:[^\s?]+\.js/.exec(String(error)) ?? [];
    if (file) return import(/* @vite-ignore */ `${file}?again=${tries++}`);
    await forgetFailedFiles();
    return load();
  }
}

/** Safari remembers a module's failure even for the next page. Fetching the file makes it try again. */
export async function forgetFailedFiles(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
  await Promise.allSettled(
    Array.from(files, ({ href }) => fetch(href, { signal: AbortSignal.timeout(5_000) })),
  );
}
