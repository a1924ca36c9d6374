import type { ReactNode } from "react";
import { useIsDesktop } from "./use-is-desktop.ts";
import "./Frame.css";

type Props = { header: ReactNode; rail: () => ReactNode; bar: () => ReactNode; children: ReactNode };

export function Frame({ header, rail, bar, children }: Props) {
  const isDesktop = useIsDesktop();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="frame-header">{header}</header>
      {isDesktop && (
        <aside className="frame-rail" aria-label="Rail">
          <div>{rail()}</div>
        </aside>
      )}
      <main className="frame-main" id="main" tabIndex={-1}>
        {children}
      </main>
      {!isDesktop && (
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
