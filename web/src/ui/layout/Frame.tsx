import type { ReactNode } from "react";
import { measureRoom, useFrameSize } from "./use-is-desktop.ts";
import "./Frame.css";

type Props = { header: ReactNode; rail: () => ReactNode; bar: () => ReactNode; children: ReactNode };

export function Frame({ header, rail, bar, children }: Props) {
  const size = useFrameSize();
  const isPhone = size === "phone";
  return (
    <div className="frame" data-size={size}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="frame-header">{header}</header>
      {!isPhone && (
        <aside className="frame-rail" aria-label="Rail">
          <div>{rail()}</div>
        </aside>
      )}
      <main className="frame-main" id="main" tabIndex={-1} ref={measureRoom}>
        {children}
      </main>
      {isPhone && (
        <nav className="frame-bar" aria-label="Tabs">
          {bar()}
        </nav>
      )}
    </div>
  );
}

type HeaderProps = { title: string; description?: ReactNode; children?: ReactNode };

export function PageHeader({ title, description, children }: HeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  );
}
