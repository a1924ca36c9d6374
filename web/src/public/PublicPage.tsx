import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Brand } from "../ui/base/Brand.tsx";
import "./PublicPage.css";

type Props = {
  title: string;
  description?: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
};

export function PublicPage({ title, description, about, children }: Props) {
  return (
    <main className="public" id="main" tabIndex={-1} data-about={about !== undefined}>
      <div className="public-about">
        <Link to="/" className="public-brand" aria-label="Coffer">
          <Brand />
        </Link>
        {about}
      </div>
      <section className="public-sheet">
        <header>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
        </header>
        {children}
      </section>
    </main>
  );
}
