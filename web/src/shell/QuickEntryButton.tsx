import { Icon } from "../ui/base/Icon.tsx";

type Props = {
  /** rail: in the sidebar; thumb: above a phone's tab bar. */
  place: "rail" | "thumb";
  onClick: () => void;
};

export function QuickEntryButton({ place, onClick }: Props) {
  return (
    <button
      className="quick-entry"
      data-place={place}
      type="button"
      aria-label={place === "thumb" ? "Quick entry" : undefined}
      aria-keyshortcuts="N"
      onClick={onClick}
    >
      <Icon name="plus" />
      {place === "rail" && (
        <>
          <span>
            Quick<span className="quick-entry-long"> entry</span>
          </span>
          <kbd aria-hidden>N</kbd>
        </>
      )}
    </button>
  );
}
