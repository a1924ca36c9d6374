import "./Skeleton.css";

type Props = { width?: string; height?: string; lines?: number };

export function Skeleton({ width, height, lines = 1 }: Props) {
  return Array.from({ length: lines }, (_, line) => (
    <span key={line} className="skeleton" style={{ width, height }} aria-hidden />
  ));
}
