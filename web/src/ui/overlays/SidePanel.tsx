import type { ReactNode } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { useHasTwoPanes } from "../layout/use-is-desktop.ts";
import { Modal } from "./Dialog.tsx";
import "./SidePanel.css";

type Props = {
  label: string;
  heading?: ReactNode;
  side?: "start" | "end";
  closeLabel?: string;
  addressed?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function SidePanel({ label, heading, side = "end", closeLabel = "Close", ...props }: Props) {
  const { addressed, onClose, children } = props;
  const isBeside = useHasTwoPanes() && side === "end" && addressed === true;
  const modal = { "aria-label": label, "data-side": side, "data-addressed": addressed, onClose };
  return (
    <Modal className="side-panel" lightDismiss beside={isBeside} {...modal}>
      <div className="side-panel-heading">{heading}</div>
      {children}
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </Modal>
  );
}
