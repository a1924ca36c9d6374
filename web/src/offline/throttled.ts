/** Runs at once, and once more after further calls within the given milliseconds. */
export function throttled(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  return () => {
    if (timer !== undefined) {
      isDue = true;
      return;
    }
    run();
    const next = () => {
      timer = isDue ? setTimeout(next, ms) : undefined;
      if (isDue) run();
      isDue = false;
    };
    timer = setTimeout(next, ms);
  };
}
