import { IconButton } from "../base/IconButton.tsx";
import { keepFocusNear } from "../overlays/focus-near.ts";

type Props = { name: string; onEdit: () => void; onDelete: () => void };

/** The focus moves to what follows a deleted row. */
export function EditButtons({ name, onEdit, onDelete }: Props) {
  const remove = () => {
    keepFocusNear();
    onDelete();
  };
  return (
    <>
      <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />
      <IconButton icon="trash" tone="over" label={`Delete ${name}`} onClick={remove} />
    </>
  );
}
