import type { ReactNode } from "react";
import { useWide } from "./use-is-desktop.ts";
import "./Frame.css";

type Props = {
  header: ReactNode;
  /** From `sm` up; NavLinks with look="rail". */
  rail: () => ReactNode;
  /** Below `sm`, under the thumb; NavLinks with look="bar". */
  bar: () => ReactNode;
  children: ReactNode;
};

/** The page around every signed-in screen: header, side rail on wide screens, tab bar on phones, main. */
export function Frame({ header, rail, bar, children }: Props) {
  const wide = useWide();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="frame-header">{header}</header>
      {wide && (
        <nav className="frame-rail" aria-label="Main">
          {rail()}
        </nav>
      )}
      <main className="frame-main" id="main" tabIndex={-1}>
        {children}
      </main>
      {!wide && (
        <nav className="frame-bar" aria-label="Tabs">
          {bar()}
        </nav>
      )}
    </div>
  );
}

type HeaderProps = {
  title: string;
  /** One quiet line beneath. */
  description?: ReactNode;
  /** The page's buttons. */
  children?: ReactNode;
};

/** A screen's title and its actions. */
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
