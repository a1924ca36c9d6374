import { type KeyboardEvent, useId, useState } from "react";
import { useDebounced } from "../loading/use-debounced.ts";
import { Icon } from "../ui/base/Icon.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { type Open, useCommands } from "./use-commands.ts";
import "./CommandPalette.css";

type Props = { typed: string; onClose: () => void; onOpen: Open };

export function CommandPalette({ typed, onClose, onOpen }: Props) {
  const [text, setText] = useState(typed);
  const [at, setAt] = useState(0);
  const list = useId();
  const commands = useCommands(text, useDebounced(text), onOpen);
  const chosen = commands[Math.min(at, commands.length - 1)];
  const run = (command = chosen) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (commands.length + Math.min(at, commands.length - 1) + step) % commands.length;
      setAt(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run();
    }
  };
  return (
    <Dialog discardable title="Go to" onClose={onClose}>
      <TextField
        label="Screen, month, category, transaction or action"
        hideLabel
        before={<Icon name="search" />}
        placeholder="Screen, month, category, transaction or action"
        role="combobox"
        autoComplete="off"
        aria-expanded={commands.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${commands.indexOf(chosen)}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div className="commands" role="listbox" id={list} aria-label="Results">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys act in the field, which keeps the focus.
          <div
            key={command.key}
            className="command"
            role="option"
            id={`${list}-${index}`}
            aria-selected={command === chosen}
            tabIndex={-1}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className="command-label">{command.label}</span>
            <span className="command-kind">{command.kind}</span>
          </div>
        ))}
      </div>
      <p className="command-none" role="status">
        {commands.length === 0 && "Nothing found"}
      </p>
    </Dialog>
  );
}
