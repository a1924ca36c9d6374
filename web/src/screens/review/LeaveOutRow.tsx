import type { Id } from "@coffer/domain/id";
import { ruleApplies, steadyText } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { useState } from "react";
import type { ReviewRow } from "../../api/review.ts";
import { useAddRule } from "../../api/rules.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { TextField } from "../../ui/base/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  row: ReviewRow;
  rows: readonly ReviewRow[];
  onDismiss: ((ids: readonly Id[]) => void) | undefined;
  onClose: () => void;
};

/** Leaves out all rows with a text, those that wait on this page and those of later files, by a rule. */
export function LeaveOutRow({ row, rows, onDismiss, onClose }: Props) {
  const addRule = useAddRule(useOpenLedger().ledgerId);
  const [contains, setContains] = useState(steadyText(row.description));
  const leftOut = rows.filter((one) => contains.trim() !== "" && ruleApplies({ contains }, one));
  return (
    <FormDialog
      title="Always leave out"
      description="A rule leaves these rows out of the budget, now and in later files."
      size="small"
      submit={`Leave out ${pluralize(leftOut.length, "row")}, and later ones`}
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (contains.trim() === "") return;
        addRule.mutate({ contains: contains.trim(), leaveOut: true });
        if (leftOut.length > 0) onDismiss?.(leftOut.map(({ id }) => id));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label="Description contains"
        required
        maxLength={100}
        value={contains}
        onChange={({ target }) => setContains(target.value)}
      />
    </FormDialog>
  );
}
