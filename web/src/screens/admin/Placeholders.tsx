import { PLACEHOLDERS } from "@coffer/domain/announcement";

export function Placeholders() {
  return (
    <details className="placeholders">
      <summary>Placeholders, filled in for each recipient</summary>
      <dl>
        {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
