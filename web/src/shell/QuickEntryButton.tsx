import { Icon } from "../ui/base/Icon.tsx";
import "./QuickEntryButton.css";

type Props = {
  /** rail: in the sidebar; thumb: above a phone's tab bar. */
  variant: "rail" | "thumb";
  onClick: () => void;
};

export function QuickEntryButton({ variant, onClick }: Props) {
  return (
    <button
      className="quick-entry"
      data-variant={variant}
      type="button"
      aria-label={variant === "thumb" ? "Quick entry" : undefined}
      aria-keyshortcuts="N"
      onClick={onClick}
    >
      <Icon name="plus" />
      {variant === "rail" && (
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
