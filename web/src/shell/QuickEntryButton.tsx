import { waitingWrites } from "../offline/waiting-writes.ts";
import { Icon } from "../ui/base/Icon.tsx";
import "./QuickEntryButton.css";

type Props = {
  /** rail: above its links; bar: amid a phone's tabs. */
  variant: "rail" | "bar";
  onClick: () => void;
};

export function QuickEntryButton({ variant, onClick }: Props) {
  const waiting = waitingWrites.use().length;
  return (
    <button
      className="quick-entry"
      data-variant={variant}
      type="button"
      aria-label={variant === "bar" ? "Quick entry" : undefined}
      aria-description={waiting > 0 ? `${waiting} waiting` : undefined}
      aria-keyshortcuts="N"
      onClick={onClick}
    >
      <Icon name="plus" />
      {waiting > 0 && (
        <span className="quick-entry-waiting" aria-hidden>
          {waiting}
        </span>
      )}
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
