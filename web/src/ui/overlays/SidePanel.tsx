import type { ReactNode } from "react";
import { IconButton } from "../base/IconButton.tsx";
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

export function SidePanel({ label, heading, side = "end", closeLabel = "Close", ...rest }: Props) {
  const { onClose, children, addressed } = rest;
  return (
    <Modal
      className="side-panel"
      data-side={side}
      label={label}
      addressed={addressed}
      onClose={onClose}
      lightDismiss
    >
      <div className="side-panel-heading">{heading}</div>
      {children}
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </Modal>
  );
}
