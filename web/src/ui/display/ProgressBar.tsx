import "./ProgressBar.css";

type Props = {
  label: string;
  /** Percent; drawn up to 100, announced beyond. */
  value: number;
  tone?: "on-track" | "over" | "neutral";
  /** A category colour, which replaces the tone. */
  color?: string;
};

export function ProgressBar({ label, value, tone = "on-track", color }: Props) {
  const drawn = Math.min(100, Math.max(0, value));
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(drawn)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${Math.round(value)}%`}
      data-tone={tone}
      data-color={color}
    >
      <div className="progress-fill" style={{ width: `${drawn}%` }} />
    </div>
  );
}
