import "./Amount.css";

type Props = { text: string; tone?: "neutral" | "on-track" | "over" };

/** A formatted amount with its cents in smaller print. */
export function Amount({ text, tone = "neutral" }: Props) {
  const [, whole = text, minor] = /^(.*\d)([.,]\d{2}\D*)$/.exec(text) ?? [];
  return (
    <span className="amount" data-tone={tone}>
      {whole}
      {minor && <span className="amount-minor">{minor}</span>}
    </span>
  );
}
