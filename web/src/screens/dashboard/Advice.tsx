import type { tipsReply } from "@coffer/contract/tips";
import type { InferOutput } from "valibot";

const WORDED = {
  model: "Computed by Coffer from your figures, worded by an AI model.",
  templates: "Computed and worded by Coffer from your figures.",
};

export function Advice({ summary, tips, forecasts, source }: InferOutput<typeof tipsReply>) {
  return (
    <div className="advice">
      <p className="advice-summary">{summary}</p>
      {tips.length > 0 && (
        <section>
          <h3>Tips</h3>
          <ul className="advice-tips">
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </section>
      )}
      {forecasts.length > 0 && (
        <section>
          <h3>Forecasts</h3>
          <dl className="advice-forecasts">
            {forecasts.map(({ category, forecast }) => (
              <div key={category}>
                <dt>{category}</dt>
                <dd>{forecast}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className="advice-source">{WORDED[source]}</p>
    </div>
  );
}
