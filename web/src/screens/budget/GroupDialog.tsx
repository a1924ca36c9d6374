import type { Category, Flow } from "@coffer/domain/category/category";
import { groupNames } from "@coffer/domain/category/category-moves";
import type { Place } from "@coffer/domain/category/category-order";
import { NAME_MAX } from "@coffer/domain/definition/values";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import { useArrangeCategories } from "../../api/arrange-categories.ts";
import { categoryList } from "../../api/categories.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { TextField } from "../../ui/base/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  title: string;
  type: Flow;
  /** Of the group now; null for none. */
  name: string | null;
  /** True where it may be left empty, which takes the category out of its group. */
  mayBeNone?: boolean;
  /** The place of all categories once the group has this name. */
  placesFor: (categories: Category[], name: string | null) => Place[];
  onClose: () => void;
};

export function GroupDialog({ title, type, name, mayBeNone = false, placesFor, onClose }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useQuery(categoryList(ledgerId));
  const arrange = useArrangeCategories(ledgerId);
  const [typed, setTyped] = useState(name ?? "");
  const [isEmpty, setEmpty] = useState(false);
  const list = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const group = typed.trim();
    if (group === "" && !mayBeNone) return setEmpty(true);
    if (group !== (name ?? "")) arrange.mutate({ places: placesFor(categories, group || null) });
    onClose();
  };
  return (
    <FormDialog title={title} size="small" discardable onClose={onClose} onSubmit={submit} submit="Save">
      <TextField
        label="Group"
        hint={mayBeNone ? "A new name makes a new group; empty for none." : undefined}
        list={list}
        autoComplete="off"
        maxLength={NAME_MAX}
        value={typed}
        error={isEmpty && typed.trim() === "" ? "Name is required" : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {groupNames(categories, type).map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </FormDialog>
  );
}
