import { DESCRIPTION_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { TextField } from "../../ui/base/TextField.tsx";

/** `target` is a category, a category's goal or another choice; empty until it is chosen. Amounts are as typed. */
export type Draft = {
  key: string;
  id?: Id;
  contains: string;
  target: string;
  from: string;
  to: string;
  rename: string;
};

type Props = {
  draft: Draft;
  number: number;
  problem: string | undefined;
  onChange: (part: Partial<Draft>) => void;
};

export function RuleDetails({ draft, number, problem, onChange }: Props) {
  return (
    <div className="rule-details">
      <TextField
        label="Amount from"
        aria-label={`Rule ${number}: amount from`}
        inputMode="decimal"
        value={draft.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="Amount to"
        aria-label={`Rule ${number}: amount to`}
        inputMode="decimal"
        value={draft.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      <TextField
        label="Rename to"
        aria-label={`Rule ${number}: rename to`}
        maxLength={DESCRIPTION_MAX}
        value={draft.rename}
        error={problem}
        onChange={(event) => onChange({ rename: event.target.value })}
      />
    </div>
  );
}
