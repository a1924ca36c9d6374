/** Runs at the first call, and for those that follow within so many milliseconds once more after them. */
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
