import type { Target } from "@coffer/domain/category/category-moves";
import type { Id } from "@coffer/domain/id";
import { type PointerEvent, useState } from "react";

/** In pixels. */
const CLICK_TOLERANCE = 4;
const SCROLL_EDGE = 80;
const SCROLL_STEP = 9;

type Drop = { row: HTMLTableRowElement; side: "before" | "after"; target: Target };
type Drag = { id: Id; drop: Drop | null };

export type RowProps = ReturnType<ReturnType<typeof useDragOrder>["rowProps"]> | undefined;

/** Orders the rows of a table by dragging a handle in them. Rows that do not move have no `rowProps`. */
export function useDragOrder(onDrop: (id: Id, target: Target) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const begin = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const row = handle.closest("tr");
    const rows = row?.parentElement?.querySelectorAll<HTMLTableRowElement>("[data-category], [data-heading]");
    const id = row && categoryOf(row);
    if (event.button !== 0 || !id || !rows) return;
    handle.setPointerCapture(event.pointerId);
    const others = [...rows].filter((other) => other !== row);
    const from = event.clientY + scrollY;
    let y = event.clientY;
    let drop: Drop | null = null;
    let isMoving = false;
    const draw = () => {
      const by = y + scrollY - from;
      isMoving ||= Math.abs(by) > CLICK_TOLERANCE;
      if (!isMoving) return;
      row.style.translate = `0 ${by}px`;
      const next = dropAt(others, y);
      if (next?.row === drop?.row && next?.side === drop?.side && drop) return;
      drop = next;
      setDrag({ id, drop });
    };
    let frame = requestAnimationFrame(function scroll() {
      const step = y < SCROLL_EDGE ? -SCROLL_STEP : y > innerHeight - SCROLL_EDGE ? SCROLL_STEP : 0;
      if (isMoving && step !== 0) {
        scrollBy(0, step);
        draw();
      }
      frame = requestAnimationFrame(scroll);
    });
    const listening = new AbortController();
    const end = (isDropped: boolean) => {
      listening.abort();
      cancelAnimationFrame(frame);
      row.style.translate = "";
      setDrag(null);
      if (isDropped && drop) onDrop(id, drop.target);
    };
    const { signal } = listening;
    const move = (moved: globalThis.PointerEvent) => {
      y = moved.clientY;
      draw();
    };
    handle.addEventListener("pointermove", move, { signal });
    handle.addEventListener("pointerup", () => end(true), { signal });
    handle.addEventListener("lostpointercapture", () => end(false), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  };

  return {
    begin,
    /** The props of a category's row, or of a group's heading if no category is given. */
    rowProps(group: string | null, category: Id | null = null) {
      const { row, side } = drag?.drop ?? {};
      return {
        "data-heading": category === null || undefined,
        "data-category": category ?? undefined,
        "data-group": group ?? undefined,
        "data-dragged": (category !== null && drag?.id === category) || undefined,
        "data-drop": row && categoryOf(row) === category && groupOf(row) === group ? side : undefined,
      };
    },
  };
}

const categoryOf = (row: HTMLTableRowElement): Id | null =>
  row.dataset.category === undefined ? null : Number(row.dataset.category);
const groupOf = (row: HTMLTableRowElement): string | null => row.dataset.group ?? null;

/** Where a row that is dropped at this height of the window goes. */
function dropAt(rows: readonly HTMLTableRowElement[], y: number): Drop | null {
  const under = rows.findIndex((row) => row.getBoundingClientRect().bottom > y);
  const at = under < 0 ? rows.length - 1 : under;
  const row = rows[at];
  if (!row) return null;
  const { top, height } = row.getBoundingClientRect();
  const [group, category] = [groupOf(row), categoryOf(row)];
  if (category !== null && y < top + height / 2)
    return { row, side: "before", target: { group, before: category } };
  const next = rows[at + 1];
  const before = next && groupOf(next) === group ? categoryOf(next) : null;
  return { row, side: "after", target: { group, before } };
}
