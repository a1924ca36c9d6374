import type { ReactNode } from "react";
import { IconButton } from "../base/IconButton.tsx";
import { Modal } from "./Dialog.tsx";
import "./SidePanel.css";

type Props = { label: string; heading?: ReactNode; onClose: () => void; children: ReactNode };

/** A panel that slides in from the left; a click on the backdrop, Escape and × close it. */
export function SidePanel({ label, heading, onClose, children }: Props) {
  return (
    <Modal className="side-panel" label={label} onClose={onClose} lightDismiss>
      <div className="side-panel-heading">{heading}</div>
      {children}
      <IconButton icon="close" label="Close menu" onClick={onClose} />
    </Modal>
  );
}
