type Props = { width?: string; height?: string; lines?: number };

/** A quiet stand-in of the size of what is coming. */
export function Skeleton({ width, height, lines = 1 }: Props) {
  return Array.from({ length: lines }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
    <span key={line} className="skeleton" style={{ width, height }} aria-hidden />
  ));
}
