import "./ProgressBar.css";

type Props = {
  label: string;
  /** Percent. Screen readers announce values above 100; with a `plan` they are drawn too. */
  value: number;
  tone?: "on-track" | "at-risk" | "over" | "neutral";
  color?: string;
  /** Marks 100 percent inside the track, so that overspending is drawn beyond the mark. */
  plan?: boolean;
  /** The elapsed part of the period in percent, marked as today. */
  pace?: number | undefined;
};

const PLAN_AT = 70;

export function ProgressBar({ label, value, tone = "on-track", color, plan = false, pace }: Props) {
  const [held, scale] = [Math.max(0, value), plan ? PLAN_AT / 100 : 1];
  return (
    <div className="bar-track">
      <div
        className="progress"
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(Math.min(100, held))}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${Math.round(value)}%`}
        data-tone={tone}
        data-color={color}
      >
        <div className="progress-fill" style={{ width: `${Math.min(100, held * scale)}%` }} />
        {plan && <div className="progress-plan" style={{ insetInlineStart: `${PLAN_AT}%` }} />}
      </div>
      {pace !== undefined && (
        <span
          className="bar-pace"
          title={`Today, ${Math.round(pace)}% of the time is over`}
          style={{ insetInlineStart: `${pace * scale}%` }}
        />
      )}
    </div>
  );
}

export function BarLegend({ pace }: Pick<Props, "pace">) {
  return (
    <p className="bar-legend" aria-hidden="true">
      {pace !== undefined && <span data-mark="pace">today</span>}
      <span data-mark="plan">plan</span>
    </p>
  );
}
