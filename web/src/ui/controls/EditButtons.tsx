import { IconButton } from "../base/IconButton.tsx";

type Props = { name: string; onEdit: () => void; onDelete: () => void };

export function EditButtons({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />
      <IconButton icon="trash" tone="over" label={`Delete ${name}`} onClick={onDelete} />
    </>
  );
}
