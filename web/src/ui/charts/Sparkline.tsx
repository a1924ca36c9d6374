import "./Sparkline.css";

type Props = { label: string; values: readonly number[] };

export function Sparkline({ label, values }: Props) {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / Math.max(values.length - 1, 1)) * 100;
    return [x, 30 - ((value - low) / range) * 26] as const;
  });
  const last = points.at(-1);
  return (
    <svg className="sparkline" data-tone="neutral" role="img" aria-label={label}>
      <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" width="100%" height="100%">
        <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
      </svg>
      {last && <circle cx="100%" cy={`${(last[1] / 32) * 100}%`} r="3" />}
    </svg>
  );
}
