import { PLACEHOLDERS } from "@coffer/domain/announcement";
import { Fact } from "../../ui/display/Fact.tsx";

export function Placeholders() {
  return (
    <details className="placeholders">
      <summary>Placeholders, filled in for each recipient</summary>
      <dl>
        {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
          <Fact key={name} name={<code>{`{{${name}}}`}</code>}>
            {meaning}
          </Fact>
        ))}
      </dl>
    </details>
  );
}
