import type { Category } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { KeyboardEvent } from "react";
import { keepFocusNear, rowPositionOf } from "../../ui/overlays/focus-near.ts";

type Props = {
  label: string;
  options: readonly Category[];
  value: Id;
  onChoose: (category: Category) => void;
};

/** A select that acts as soon as something is chosen, within a line of text. */
export function CategoryChoice({ label, options, value, onChoose }: Props) {
  return (
    <select
      className="why-category"
      aria-label={label}
      value={value}
      onKeyDown={openByKey}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ id }) => String(id) === currentTarget.value);
        if (!chosen) return;
        // The row may be one of this number no longer.
        keepFocusNear(rowPositionOf(currentTarget));
        onChoose(chosen);
      }}
    >
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** On some systems keys choose in a closed select, which would act at the first press of an arrow key. */
function openByKey(event: KeyboardEvent<HTMLSelectElement>) {
  const isChoice = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|.)$/u.test(event.key);
  if (!isChoice || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
