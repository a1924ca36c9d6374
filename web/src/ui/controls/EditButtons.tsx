import type { MouseEvent } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { keepFocusNear } from "../overlays/focus-near.ts";
import { secondPresses } from "./second-press.ts";

export type RowActions<Row> = { onEdit: (row: Row) => void; onDelete: (row: Row) => void };

type Props<Row> = { name: string; row: Row; actions: RowActions<Row> };

const isSecondPress = secondPresses();

/** After a deletion the focus moves to the next row, which the second press of a double press must not delete. */
export function EditButtons<Row>({ name, row, actions }: Props<Row>) {
  const remove = ({ nativeEvent }: MouseEvent) => {
    if (isSecondPress(nativeEvent)) return;
    keepFocusNear();
    actions.onDelete(row);
  };
  return (
    <>
      <IconButton icon="edit" label={`Edit ${name}`} onClick={() => actions.onEdit(row)} />
      <IconButton icon="trash" tone="over" label={`Delete ${name}`} onClick={remove} />
    </>
  );
}
