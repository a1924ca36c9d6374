import type { Category, Flow } from "@coffer/domain/category/category";
import { groupNames, moveTo, renameGroup } from "@coffer/domain/category/category-moves";
import { NAME_MAX } from "@coffer/domain/definition/values";
import { type SyntheticEvent, useState } from "react";
import { useArrangeCategories } from "../../api/categories.ts";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { SuggestField } from "../../ui/fields/SuggestField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  type: Flow;
  /** The current name; empty for none. */
  group: string;
  /** The category to move into another group or out of its own. Without it the group is renamed. */
  category?: Category;
  onClose: () => void;
};

export function GroupDialog({ type, group, category, onClose }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const arrange = useArrangeCategories(ledgerId);
  const [typed, setTyped] = useState(group);
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (name === "" && !category) return setEmpty(true);
    if (name !== group) {
      const places = category
        ? moveTo(categories, category.id, { group: name || null, before: null })
        : renameGroup(categories, type, group, name);
      arrange.mutate({ places });
    }
    onClose();
  };
  const title = category ? `Group of ${category.name}` : `Rename ${group}`;
  return (
    <FormDialog title={title} size="small" discardable onClose={onClose} onSubmit={submit} submit="Save">
      <SuggestField
        label="Group"
        hint={category && "A new name makes a new group. Leave empty for no group."}
        suggestions={groupNames(categories, type)}
        autoComplete="off"
        maxLength={NAME_MAX}
        value={typed}
        error={isEmpty && typed.trim() === "" ? "Name is required" : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
