let tries = 0;

/**
 * Loads code with its first use, and once more where that fails: browsers cache a failed module. Chromium and Firefox
 * name it in the error, and another address requests it again.
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

/** Safari remembers the failure of a module, also for the next page. Fetching the file first makes it try again. */
export async function forgetFailedFiles(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
  await Promise.allSettled(
    Array.from(files, ({ href }) => fetch(href, { signal: AbortSignal.timeout(5_000) })),
  );
}
