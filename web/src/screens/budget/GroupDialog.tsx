import { type SyntheticEvent, useId, useState } from "react";
import { TextField } from "../../ui/base/TextField.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { FormActions } from "../../ui/overlays/FormActions.tsx";

type Props = {
  title: string;
  /** Of the group now; null for none. */
  name: string | null;
  /** The names of the groups that are there. */
  groups: readonly string[];
  /** Whether it may be left empty, which takes the category out of its group. */
  mayBeNone?: boolean;
  onSave: (name: string | null) => void;
  onClose: () => void;
};

/** Gives a category its group, or a group its name. */
export function GroupDialog({ title, name, groups, mayBeNone = false, onSave, onClose }: Props) {
  const [typed, setTyped] = useState(name ?? "");
  const [isEmpty, setEmpty] = useState(false);
  const list = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const group = typed.trim();
    if (group === "" && !mayBeNone) return setEmpty(true);
    if (group !== (name ?? "")) onSave(group === "" ? null : group);
    onClose();
  };
  return (
    <Dialog title={title} size="small" discardable onClose={onClose}>
      <form className="fields" noValidate onSubmit={submit}>
        <TextField
          label="Group"
          hint={mayBeNone ? "A new name makes a new group; empty for none." : undefined}
          list={list}
          autoComplete="off"
          maxLength={100}
          value={typed}
          error={isEmpty && typed.trim() === "" ? "Name is required" : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id={list}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <FormActions submit="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
