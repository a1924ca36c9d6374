import "./Amount.css";

type Props = {
  /** Already formatted: "+$1,250.00". */
  text: string;
  tone?: "neutral" | "on-track" | "over";
};

/** Money in tabular figures; the minor units step back so that the eye reads the whole ones. */
export function Amount({ text, tone = "neutral" }: Props) {
  const [, whole = text, minor] = /^(.*\d)([.,]\d{2}\D*)$/.exec(text) ?? [];
  return (
    <span className="amount" data-tone={tone}>
      {whole}
      {minor && <span className="amount-minor">{minor}</span>}
    </span>
  );
}
