import { type KeyboardEvent, type ReactNode, useId } from "react";
import "./Tabs.css";

type Props<Id extends string> = {
  label: string;
  tabs: readonly { id: Id; label: string; count?: number }[];
  selected: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
};

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: Props<Id>) {
  const own = useId();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const target = {
      ArrowRight: tabs[(at + 1) % tabs.length],
      ArrowLeft: tabs.at(at - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    onSelect(target.id);
    document.getElementById(`${own}-${target.id}`)?.focus();
  };
  return (
    <div>
      <div className="tabs scroll-hint" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${own}-${tab.id}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === selected}
            aria-controls={`${own}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${own}-panel`} role="tabpanel" aria-labelledby={`${own}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
