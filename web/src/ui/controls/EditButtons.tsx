import type { MouseEvent } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { keepFocusNear } from "../overlays/focus-near.ts";

export type RowActions<Row> = { onEdit: (row: Row) => void; onDelete: (row: Row) => void };

type Props<Row> = { name: string; row: Row; actions: RowActions<Row> };

/** Milliseconds in which a second press of the pointer belongs to the first. */
const DOUBLE_MS = 500;
/** As an event's timeStamp; of any row, as the one that follows moves under the pointer. */
let lastPress = Number.NEGATIVE_INFINITY;

/**
 * The focus moves to what follows a deleted row, which the second press of a double one must not delete. The time
 * tells, as not every browser counts the taps of a finger in `detail`; that of a key is 0.
 */
export function EditButtons<Row>({ name, row, actions }: Props<Row>) {
  const remove = ({ detail, timeStamp }: MouseEvent) => {
    if (detail > 0) {
      const isSecond = detail > 1 || timeStamp - lastPress < DOUBLE_MS;
      lastPress = timeStamp;
      if (isSecond) return;
    }
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
