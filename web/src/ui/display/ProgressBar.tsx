import "./ProgressBar.css";

type Props = {
  /** Its accessible name. */
  label: string;
  /** Percent; drawn up to 100, announced as it is. */
  value: number;
  tone?: "on-track" | "over" | "neutral";
  /** One of the category colours in place of the tone (goals). */
  color?: string;
};

/** How much of the whole. */
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
