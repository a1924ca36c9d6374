import { useState } from "react";
import { hasSingleKeys, setSingleKeys } from "../shell/use-shortcuts.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import "./KeyboardMap.css";

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

const GROUPS: Record<string, readonly [keys: readonly string[], what: string][]> = {
  Anywhere: [
    [["N"], "Enter a transaction"],
    [[MODIFIER, "K"], "Go to a screen, month, category or transaction"],
    [[MODIFIER, "Z"], "Undo your last change"],
    [["?"], "Show these keys"],
    [["F8"], "Go to the latest message"],
    [["Esc"], "Close a dialog or a menu"],
    [[MODIFIER, "Enter"], "Save, from any field of a dialog"],
  ],
  "While entering": [
    [["Enter"], "Save, and stay for the next one"],
    [["Esc"], "Keep the description as typed, if an amount was read from it"],
    [["Tab"], "Go to the amount, the category and the date"],
    [["Down"], "Choose among descriptions used before"],
  ],
  "In the list of transactions": [
    [["J", "K"], "Go to the next row, or to the one before"],
    [["E"], "Edit it"],
    [["C"], "Change its category"],
    [["X"], "Select it"],
    [["Delete"], "Delete it"],
  ],
  "In the rows to review": [
    [["J", "K"], "Go to the next row, or to the one before"],
    [["A"], "Accept what is proposed"],
    [["C"], "Choose its category"],
    [["E"], "Edit or split it"],
    [["T"], "Mark it as moved between own accounts"],
    [["X"], "Leave it out"],
  ],
  "Planning in the table": [
    [["Enter"], "Save the amount, and go down"],
    [["Tab"], "The same; Shift and Tab go up"],
    [["Esc"], "Discard what you typed"],
    [["Alt", "Up"], "Move the category up"],
    [["Alt", "Down"], "Move the category down"],
  ],
  "In menus and the month picker": [
    [["Arrow keys"], "Move"],
    [["Enter"], "Choose"],
  ],
};

export function KeyboardMap({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(hasSingleKeys);
  return (
    <Dialog discardable title="Keyboard shortcuts" onClose={onClose}>
      <div className="keyboard-map">
        {Object.entries(GROUPS).map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([combination, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {combination.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckboxField
        variant="switch"
        label="Single keys"
        hint="N, ? and the letters of the list work whenever no field has the focus, in this browser."
        checked={on}
        onChange={(event) => {
          setSingleKeys(event.target.checked);
          setOn(event.target.checked);
        }}
      />
    </Dialog>
  );
}
